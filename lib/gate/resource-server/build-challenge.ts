import { LRUCache } from 'lru-cache'
import { takeRandomHex } from '@/lib/base/infra/identifiers'
import { fillLater, later, splitAtLater, writeJson } from '@/lib/base/x402/kept-json'
import { PASSES_EXTENSION } from '@/lib/base/x402/passes'
import { echoedInfo } from '@/lib/base/x402/payment-payload'
import { buildPaymentRequired } from '@/lib/base/x402/payment-required'
import { asksAsPage, headerNames } from '@/lib/base/x402/protocol-headers'
import { version1Body } from '@/lib/base/x402/v1/serve'
import type { PaymentPayload, PaymentRequired, PaymentRequirements } from '@/lib/base/x402/wire'
import { issueChallenge } from '../sign-in/sign-in-nonce'
import type { Gate, OpenedRequest } from './gate'
import { requiresIdentifier } from './read-extensions'
import type { CompiledRoute } from './route-config'

/**
 * `error`: `Payment required`, a reason code, or `sign_in_rejected: <why>`. `accepts`: options with further data that a
 * client needs; those that the route tells when omitted. `note`: advice for people, in the body beside the terms.
 */
export type ChallengeOptions = { error: string; accepts?: PaymentRequirements[]; note?: string }

/** The terms of a request without payment. `isCut`: what a sign-in signs is left for later. */
export async function buildChallenge(
  gate: Gate,
  opened: OpenedRequest,
  { error, accepts = toldOptions(opened) }: ChallengeOptions,
  isCut = false,
): Promise<PaymentRequired> {
  const { route } = opened
  const extensions: Record<string, unknown> = { ...route.extensions }
  const bazaar = route.buildBazaar?.(opened.params)
  if (bazaar) extensions.bazaar = bazaar
  if (route.passes) extensions[PASSES_EXTENSION] = route.passes
  const challenge = challengeSignIn(gate, opened)
  if (challenge) {
    extensions['sign-in-with-x'] = isCut ? { ...challenge, info: LATER_SIGN_IN } : challenge
  }
  const resource = { url: opened.resourceUrl, ...route.resource.info }
  return buildPaymentRequired({ resource, accepts: await payableOptions(gate, accepts), extensions, error })
}

/** The route's options, for a page with those that only a person's page can use. */
const toldOptions = (opened: OpenedRequest): PaymentRequirements[] =>
  isToldAll(opened) ? opened.route.accepts : opened.route.told

const isToldAll = ({ request }: OpenedRequest): boolean =>
  request.headers.get(headerNames.terms) === asksAsPage[headerNames.terms] || wantsPage(request)

/** True for a person's browser that navigates, not for a script that happens to accept anything. */
export const wantsPage = (request: Request): boolean =>
  request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html')

const challengeSignIn = ({ signIn }: Gate, { signInTerms: terms }: OpenedRequest) =>
  terms && issueChallenge(signIn, { terms, now: signIn.clock() })

const LATER_SIGN_IN = later('signIn')
const LATER_SECRET = later('secret')

/** The options whose payee can be paid now; the same list where all can. A signature for another would only fail. */
async function payableOptions(gate: Gate, accepts: PaymentRequirements[]): Promise<PaymentRequirements[]> {
  const faults = await Promise.all(accepts.map((option) => gate.findPayeeFault(option)))
  return faults.some((fault) => fault !== null) ? accepts.filter((_, index) => faults[index] === null) : accepts
}

/** The terms as JSON: `header` in PAYMENT-REQUIRED, `body` as the answer. */
type ChallengeTexts = { header: string; body: string }

/** Writes the terms of a route's 402, with a fresh sign-in challenge; null where its seller can be paid on no network. */
export async function writeChallenge(
  gate: Gate,
  opened: OpenedRequest,
  options: ChallengeOptions,
): Promise<ChallengeTexts | null> {
  const isUsual = options.accepts === undefined && options.note === undefined
  return isUsual ? writeUsual(gate, opened, options) : writeTerms(gate, opened, options)
}

async function writeTerms(
  gate: Gate,
  opened: OpenedRequest,
  options: ChallengeOptions,
  isCut = false,
): Promise<ChallengeTexts | null> {
  const { route } = opened
  const built = await buildChallenge(gate, opened, options, isCut)
  const secret = route.isAuthOnly
    ? {}
    : { [CHALLENGE_SECRET_EXTENSION]: isCut ? LATER_SECRET : declareChallengeSecret() }
  const terms = { ...built, extensions: { ...built.extensions, ...secret } }
  if (terms.accepts.length === 0 && route.accepts.length > 0) return null
  // For buyers of version 1 in their form, where one of them can pay.
  const body = (!requiresIdentifier(route.config) && version1Body(terms)) || terms
  return {
    header: writeJson(terms),
    body: writeJson(options.note === undefined ? body : { ...body, detail: options.note }),
  }
}

/** Texts of a route's last challenge, cut where the next one differs. */
type KeptChallenge = { of: string; until: number; header: string[]; body: string[] }

const KEPT_MS = 1_000
const keptChallenges = new LRUCache<CompiledRoute, KeptChallenge>({ max: 500 })

/** Builds the terms once a second: only the sign-in's nonce and times and the secret are new in each. */
async function writeUsual(
  gate: Gate,
  opened: OpenedRequest,
  options: ChallengeOptions,
): Promise<ChallengeTexts | null> {
  const { route } = opened
  const of = [options.error, opened.resourceUri, opened.right.address, isToldAll(opened)].join(' ')
  let kept = keptChallenges.get(route)
  if (!kept || kept.of !== of || kept.until < performance.now()) {
    const texts = await writeTerms(gate, opened, options, true)
    if (texts === null) return null
    const [header, body] = [splitAtLater(texts.header), splitAtLater(texts.body)]
    kept = { of, until: performance.now() + KEPT_MS, header, body }
    keptChallenges.set(route, kept)
  }
  const parts = {
    signIn: JSON.stringify(challengeSignIn(gate, opened)?.info) ?? '',
    secret: JSON.stringify(declareChallengeSecret()),
  }
  return { header: fillLater(kept.header, parts), body: fillLater(kept.body, parts) }
}

/**
 * The extension of a 402 with a secret that is new in each. Clients echo it beside the payment and no chain publishes
 * it, so it tells the buyer of a settled payment from others who read its signature there.
 */
const CHALLENGE_SECRET_EXTENSION = 'challenge-secret'

const SECRET_BYTES = 12

/**
 * With its schema, as each extension of a 402 (x402 v2, 5.1.2): a short one, as proxies pass on 4 KB of a header unasked.
 */
const declareChallengeSecret = () => ({ info: { secret: takeRandomHex(SECRET_BYTES) }, schema: {} })

/** The secret that a payment echoes; null where its client echoes none. */
export function readChallengeSecret(payload: Pick<PaymentPayload, 'extensions'>): string | null {
  const secret = echoedInfo(payload, CHALLENGE_SECRET_EXTENSION)?.secret
  return typeof secret === 'string' && secret.length === SECRET_BYTES * 2 ? secret : null
}

/** Only the secret of a payment's extensions: for a ledger that keeps no more of it. */
export function secretOnly(payload: PaymentPayload): Pick<PaymentPayload, 'extensions'> {
  const secret = readChallengeSecret(payload)
  return secret === null ? {} : { extensions: { [CHALLENGE_SECRET_EXTENSION]: { info: { secret } } } }
}
