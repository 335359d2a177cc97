import { z } from 'zod'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { recordOf } from '@/lib/base/x402/header-codec'
import type { RouteTerms } from '@/lib/base/x402/payment-option'
import { MAX_CHALLENGE_CHARACTERS } from '@/lib/base/x402/protocol-headers'
import { validateResourceInfo } from '@/lib/base/x402/resource-info'
import type { RouteMethod } from '@/lib/base/x402/route-pattern'
import { sentence } from '@/lib/base/x402/views'
import { isDollarCoin } from '../entry/assets'
import type { DraftOutcome } from '../ingest/draft-from-challenge'
import { draftOwn } from '../ingest/index-own'
import type { CatalogDeps } from '../ports'
import { askInTurn, probeAdvice } from './probe-resource'
import type { Probe } from './probe-url'

/** One check of a listing. A failed `required` check keeps a resource out; `advisory` ones cost it readers. */
const checkShape = z.object({
  id: z.string(),
  level: z.enum(['required', 'advisory']),
  isPassed: z.boolean(),
  found: sentence,
  fix: sentence.nullable(),
})
export type ResourceCheck = z.infer<typeof checkShape>

export const validationShape = z.object({
  url: z.string(),
  method: z.string(),
  isListable: z.boolean(),
  checks: z.array(checkShape),
})
type Validation = z.infer<typeof validationShape>

const SLOW_MS = 2_000

/**
 * The result of listing a resource, without listing it: every check with its finding and how to fix it.
 * Throws like `probeResource` for an address that may not be asked.
 */
export async function validateResource(deps: CatalogDeps, input: unknown): Promise<Validation> {
  const { answer, ...asked } = await askInTurn(deps, input)
  return judgeProbe(answer.probe, answer.outcome, asked)
}

/** The same checks on a route of this site, whose challenge needs no request. */
export function validateOwn(terms: RouteTerms): Validation {
  const { method, challenge } = terms
  const probe = { isUp: true, status: 402, latencyMs: null, problem: null, challenge: { ...challenge } }
  return judgeProbe(probe, draftOwn(terms), { url: new URL(challenge.resource.url), method })
}
export const presentChecks = ({ checks, ...validation }: Validation) => ({
  ...validation,
  checks: checks.map(({ found, fix, ...check }) => ({ ...check, found: inEnglish(found), fix: fix && inEnglish(fix) })),
})

type JudgedResource = { url: URL; method: RouteMethod }

/** `outcome` is the draft from the answer; null where that was no challenge. */
function judgeProbe(probe: Probe, outcome: DraftOutcome | null, { url, method }: JudgedResource): Validation {
  const checks = [
    ...requiredChecks(probe, outcome),
    ...(probe.challenge === null ? [] : advisoryChecks(probe, probe.challenge, outcome, url)),
  ]
  return {
    url: url.href,
    method,
    isListable: checks.every(({ level, isPassed }) => isPassed || level === 'advisory'),
    checks,
  }
}

function requiredChecks(probe: Probe, outcome: DraftOutcome | null): ResourceCheck[] {
  const answers = probe.challenge !== null
  const found = answers
    ? say('listing.found.answers')
    : say('listing.found.answersNot', { value: String(probe.problem) })
  const checks = [check('answers_402', 'required', answers, found, probeAdvice(probe))]
  if (outcome === null) return checks
  const fault = outcome.ok ? null : outcome
  const about = (id: keyof typeof faultsOf) => {
    const isFault = fault !== null && faultsOf[id].includes(fault.code)
    const found = isFault ? fault.why : say(`listing.found.${id}`)
    return check(id, 'required', !isFault, found, say(`listing.fixes.${id}`))
  }
  return [...checks, about('payable_option'), about('resource_matches'), about('bazaar_valid'), about('addressable')]
}
const faultsOf = {
  payable_option: ['no_payable_option', 'no_payment_options'],
  resource_matches: ['resource_differs'],
  bazaar_valid: ['bazaar_invalid', 'bazaar_differs'],
  addressable: [
    'resource_invalid',
    'resource_scheme_unsupported',
    'host_not_public',
    'tool_name_missing',
    'resource_missing',
    'too_large',
    'not_an_object',
  ],
}

type MeasuredFact = 'version_2' | 'has_description' | 'has_tags' | 'secure' | 'fast' | 'small'
type Declared = 'declares_bazaar' | 'describes_input' | 'describes_output' | 'has_service_name' | 'known_price'

function advisoryChecks(
  probe: Probe,
  challenge: Record<string, unknown>,
  outcome: DraftOutcome | null,
  url: URL,
): ResourceCheck[] {
  const draft = outcome?.ok ? outcome.draft : null
  const size = Buffer.byteLength(JSON.stringify(challenge)) * (4 / 3)
  const advise = (id: string, isPassed: boolean, found: Sentence, fix: Sentence) =>
    check(id, 'advisory', isPassed, found, fix)
  const measured = (id: MeasuredFact, isPassed: boolean, value: string | number) =>
    advise(id, isPassed, say(`listing.found.${id}`, { value }), say(`listing.fixes.${id}`))
  const declared = (id: Declared, isPassed: boolean) =>
    advise(id, isPassed, say(`listing.about.${id}`), say(`listing.fixes.${id}`))
  const described = draft?.description?.length ?? 0
  const tags = draft?.tags.length ?? 0
  const isPriceKnown = draft?.options.some(({ network, asset }) => isDollarCoin(network, asset)) ?? false
  return [
    measured('version_2', challenge.x402Version === 2, String(challenge.x402Version)),
    declared('declares_bazaar', outcome?.ok === true && outcome.isOptedIn),
    declared('describes_input', draft?.input != null),
    declared('describes_output', draft?.output != null),
    measured('has_description', described >= 20, described),
    ...validateResourceInfo(recordOf(challenge.resource)).map(({ field, fault }) =>
      advise(`${field}_valid`, false, fault, say('listing.fixes.field', { value: field })),
    ),
    declared('has_service_name', draft?.serviceName != null),
    measured('has_tags', tags > 0, tags),
    declared('known_price', isPriceKnown),
    measured('secure', url.protocol === 'https:', url.protocol.slice(0, -1)),
    ...(probe.latencyMs === null ? [] : [measured('fast', probe.latencyMs < SLOW_MS, probe.latencyMs)]),
    measured('small', size <= MAX_CHALLENGE_CHARACTERS, Math.round(size)),
  ]
}

const check = (
  id: string,
  level: ResourceCheck['level'],
  isPassed: boolean,
  found: Sentence,
  fix: Sentence,
): ResourceCheck => ({
  id,
  level,
  isPassed,
  found,
  fix: isPassed ? null : fix,
})
