import { mayShowForCookie, maySpeakForCookie } from '@/lib/base/http/request-headers'
import { isQueueFull, QUEUE_FULL_RETRY_SECONDS } from '@/lib/base/infra/concurrency'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { currentRequestId } from '@/lib/base/infra/request-scope'
import { traced } from '@/lib/base/infra/traced'
import type { ProvenWallet } from '@/lib/base/x402/addresses'
import { MAX_HEADER_CHARACTERS } from '@/lib/base/x402/header-codec'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { PAYMENT_REQUIRED_ERROR, reasons, signInRejectedError } from '@/lib/base/x402/reasons'
import { version1Response } from '@/lib/base/x402/v1/serve'
import { findGivingPayment } from '@/lib/payments/find-payments'
import type { GrantedAccess } from '@/lib/payments/has-paid'
import { findPassOfPayments } from '@/lib/payments/passes'
import { checkSignIn, type SignInAttempt, spendProof } from '../sign-in/check-sign-in'
import { readPurchaseRecord } from '../sign-in/purchase-record'
import { findRequestSession } from '../sign-in/sessions'
import { answerPayment, type PaymentHeader } from './answer-payment'
import { answerPaymentRequired } from './answer-payment-required'
import { findAccess, type Spent, spendAccess, spendPass } from './find-access'
import type { Gate, OpenedRequest } from './gate'
import { bringsPayment, logPayment } from './log-payment'
import { createIdleMeter } from './meter'
import { openRequest } from './open-request'
import { answerFailure, answerStopped, problemResponse } from './problem'
import { produce } from './produce'
import { requestTooSlow } from './refuse-payment'
import { releaseAnswer } from './release'
import type { Buyer, CompiledRoute } from './route-config'

/**
 * Answers one request to a paid route, by the design's state table from top to bottom.
 * Never throws; a database that is away is a 503, another fault of ours a 500 with a reference, before any money has
 * moved or with its claim kept for the reconciler.
 */
export async function handleRequest(gate: Gate, route: CompiledRoute, request: Request): Promise<Response> {
  try {
    const opened = openRequest(gate, route, request)
    if (opened instanceof Response) return opened
    const answer = await answerOpened(gate, opened).catch((error: unknown) => answerFault(gate, route, error))
    if (bringsPayment(request) && !opened.facts.isStream) logPayment(gate, opened, answer)
    return inVersionOf(request, answer)
  } catch (error) {
    return answerFault(gate, route, error)
  }
}

function answerFault(gate: Gate, route: CompiledRoute, error: unknown): Response {
  if (isDomainError(error) && error.code === 'BODY_TOO_SLOW')
    return requestTooSlow(`${error.message} You were not charged.`)
  if (isQueueFull(error)) return tooBusy(error.message)
  return answerFailure(gate, error, {
    message: 'The gate failed',
    routeKey: route.key,
    detail: 'Something broke on our side. Your payment, if any, is kept and not taken twice.',
  })
}

/** Tells a buyer of version 1 the settlement in its own header too. */
function inVersionOf(request: Request, answer: Response): Response {
  if (!request.headers.has(headerNames.paymentVersion1)) return answer
  const settled = version1Response(answer.headers.get(headerNames.paymentResponse) ?? '')
  if (settled !== null) answer.headers.set(headerNames.paymentResponseVersion1, settled)
  return answer
}

/** Row 12 too: more payments or proofs wait to be checked than can be checked soon. */
const tooBusy = (detail: string) =>
  problemResponse({
    code: 'too_busy',
    detail,
    headers: { 'Retry-After': String(QUEUE_FULL_RETRY_SECONDS) },
  })

async function answerOpened(gate: Gate, opened: OpenedRequest): Promise<Response> {
  const { route, request } = opened
  if (route.config.stop === 'closed') return answerStopped('closed')
  const proofs = readProofs(request)
  if (proofs.kind === 'malformed') {
    return answerPaymentRequired(gate, opened, { error: reasons.invalidPayload, detail: proofs.fault })
  }
  const { signIn, payment } = proofs
  if (signIn !== null || payment !== null) {
    await route.config.hooks?.onProtectedRequest?.(request, { routeKey: route.key, resourceUri: opened.resourceUri })
  }

  let signInError: string | null = null
  const mayOpen = !isBoughtAgain(opened, payment !== null)
  if (mayOpen && (signIn !== null || request.headers.has('cookie'))) {
    const proven = await grantByProof(gate, opened, signIn)
    if (proven.kind === 'granted') return answerProven(gate, opened, proven)
    signInError = proven.error
  }
  if (payment !== null) {
    const attributes = { 'x402.route': route.key, 'x402.request_id': currentRequestId() }
    return traced(
      'gate.pay',
      attributes,
      () => answerPayment(gate, opened, payment),
      ({ status }) => String(status),
    )
  }
  for (const { question } of Object.values(gate.schemes)) {
    const answer = question?.(gate, opened)
    if (answer) return answer
  }
  // What was archived is there for its owners: they are asked to sign in, and nobody to pay.
  if (route.config.stop && route.config.stop !== 'archived') return answerStopped(route.config.stop)

  const error = signInError === null ? PAYMENT_REQUIRED_ERROR : signInRejectedError(signInError)
  return answerPaymentRequired(gate, opened, { error })
}

/** A pass is bought again to last longer: its holder pays, or asks for its terms with the query `again`. */
const isBoughtAgain = ({ route, request }: OpenedRequest, bringsPayment: boolean): boolean =>
  route.config.passSeconds !== undefined && (bringsPayment || new URL(request.url).searchParams.has('again'))

/** Row 2: the resource for a wallet that has proven its right. Touches and answers no payment; a failure costs no call. */
async function answerProven(gate: Gate, opened: OpenedRequest, { buyer, spent }: Granted): Promise<Response> {
  const produced = await produce(gate, opened, { buyer, meter: createIdleMeter() })
  if (!produced.isOk) await spent?.giveBack()
  return releaseAnswer(produced.answer, opened)
}

type Proofs =
  | { kind: 'read'; signIn: string | null; payment: PaymentHeader | null }
  | { kind: 'malformed'; fault: string }

/**
 * Takes the proof headers of a request. A header that was sent twice arrives merged by commas; a proxy and we
 * could read it differently, so anything but one plain base64 text is refused.
 */
function readProofs({ headers }: Request): Proofs {
  const [signIn = null, payment = null, paymentVersion1 = null] = proofNames.map((name) => headers.get(name))
  for (const [index, value] of [signIn, payment, paymentVersion1].entries()) {
    const fault = value === null ? null : findFault(value)
    if (fault) return { kind: 'malformed', fault: `${proofNames[index]?.toUpperCase()} ${fault}` }
  }
  if (payment !== null && paymentVersion1 !== null) {
    return { kind: 'malformed', fault: 'PAYMENT-SIGNATURE and X-PAYMENT were both sent; send exactly one payment.' }
  }
  if (payment !== null) return { kind: 'read', signIn, payment: { version: 2, value: payment } }
  return { kind: 'read', signIn, payment: paymentVersion1 === null ? null : { version: 1, value: paymentVersion1 } }
}

const proofNames = [headerNames.signIn, headerNames.paymentSignature, headerNames.paymentVersion1]

function findFault(value: string): string | null {
  if (value.length > MAX_HEADER_CHARACTERS) {
    return `is ${value.length} characters long; at most ${MAX_HEADER_CHARACTERS} are read.`
  }
  if (value.includes(',')) return 'was sent more than once; send exactly one.'
  if (value === '') return 'is empty; expected base64 of a JSON object.'
  return null
}

/** `spent`: what was counted at a pass; null for a right of its own. */
type Granted = { kind: 'granted'; buyer: Buyer; spent: Spent | null }
type Proof = Granted | { kind: 'none'; error: string | null }

/**
 * Rows 2 to 3: a wallet that has signed in, by header or by the site's session, and may have the resource; or a browser
 * that has received it.
 * A refused header names the reason; a session without the entitlement is no error, only no proof.
 */
async function grantByProof(gate: Gate, opened: OpenedRequest, header: string | null): Promise<Proof> {
  const { signInTerms } = opened
  if (!signInTerms) return { kind: 'none', error: header === null ? null : 'sign_in_not_offered' }
  if (header !== null) return grantBySignIn(gate, opened, { header, terms: signInTerms, ...opened.route.signIn })
  return (await grantBySession(gate, opened)) ?? { kind: 'none', error: null }
}

async function grantBySignIn(gate: Gate, opened: OpenedRequest, attempt: SignInAttempt): Promise<Proof> {
  const checked = await checkSignIn(gate.signIn, attempt)
  if (!checked.valid) return { kind: 'none', error: checked.error }
  const wallet = { scope: checked.scope, address: checked.address }
  const [isUnused, access] = await Promise.all([spendProof(gate.signIn, checked), mayHave(gate, opened, [wallet])])
  if (!isUnused) return { kind: 'none', error: 'nonce_spent' }
  if (!access) return { kind: 'none', error: 'wallet_has_not_paid' }
  const spent = await spendAccess(gate, opened, [wallet], access)
  if (!spent) return { kind: 'none', error: PASS_CALLS_USED_UP }
  return { kind: 'granted', buyer: { kind: 'sign-in', address: wallet.address }, spent }
}

async function grantBySession(gate: Gate, opened: OpenedRequest): Promise<Proof | null> {
  // A link on another site may lead to what asking does not change.
  const mayUseCookie = isOnlyShown(opened) ? mayShowForCookie : maySpeakForCookie
  if (!gate.hasPages || !mayUseCookie(opened.request.headers, gate.publicOrigin)) return null
  const wallets = (await findRequestSession(gate, opened.request, mayUseCookie))?.wallets ?? []
  const [first] = wallets
  const access = first ? await mayHave(gate, opened, wallets) : null
  if (!first || !access) return grantByRecord(gate, opened)
  const spent = await spendAccess(gate, opened, wallets, access)
  if (!spent) return { kind: 'none', error: PASS_CALLS_USED_UP }
  return { kind: 'granted', buyer: { kind: 'session', address: first.address }, spent }
}

/**
 * Opens only a kept text or file, or a pass, that a payment of this browser opened. It proves no wallet: an auth-only route stays
 * closed, and no seller's service is told of one.
 */
async function grantByRecord(gate: Gate, opened: OpenedRequest): Promise<Proof | null> {
  const payments = readPurchaseRecord(gate, opened.request.headers.get('cookie'))
  if (payments.length === 0 || opened.route.isAuthOnly || !isOnlyShown(opened)) return null
  const giving = await findGivingPayment(gate.database, { owner: { wallets: [], payments }, right: opened.right })
  if (giving) return { kind: 'granted', buyer: { kind: 'session', address: giving.payer }, spent: null }
  const pass = await findPassOfPayments(gate.database, payments, opened.route.config.passes?.covering ?? [])
  const spent = pass && (await spendPass(gate, opened, { pass }))
  if (!spent) return null
  return { kind: 'granted', buyer: { kind: 'session', address: pass.payer }, spent }
}

/** A text, a file or a pass: asking for it changes nothing. */
const isOnlyShown = ({ route: { config } }: OpenedRequest): boolean =>
  config.isUnchanging === true || config.passSeconds !== undefined

const PASS_CALLS_USED_UP = 'pass_calls_used_up'

const mayHave = async (gate: Gate, opened: OpenedRequest, wallets: ProvenWallet[]): Promise<GrantedAccess | null> =>
  opened.route.isAuthOnly ? { pass: null } : findAccess(gate, opened, wallets)
