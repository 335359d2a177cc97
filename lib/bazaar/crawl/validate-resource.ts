import { DomainError } from '@/lib/base/infra/domain-error'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { recordOf } from '@/lib/base/x402/header-codec'
import { MAX_CHALLENGE_CHARACTERS } from '@/lib/base/x402/protocol-headers'
import { validateResourceInfo } from '@/lib/base/x402/resource-info'
import type { RouteMethod } from '@/lib/base/x402/route-key'
import type { RouteTerms } from '@/lib/base/x402/route-terms'
import { dollarCoinDecimals } from '../entry/assets'
import type { DraftOutcome } from '../ingest/draft-from-challenge'
import { draftOwn } from '../ingest/draft-own'
import type { CatalogDeps } from '../ports'
import { askResource, takeHostTurn } from './ask-resource'
import { parseProbeInput, probeAdvice } from './probe-resource'
import type { Probe } from './probe-url'

/** One check of a listing. A failed `required` check keeps a resource out; `advisory` ones cost it readers. */
export type Check = { id: string; level: 'required' | 'advisory'; isPassed: boolean; found: string; fix: string | null }

export type Validation = { url: string; method: string; isListable: boolean; checks: Check[] }

const SLOW_MS = 2_000

/**
 * The result of listing a resource, without listing it: every check with its finding and how to fix it.
 * Throws like `probeResource` for an address that may not be asked.
 */
export async function validateResource(deps: CatalogDeps, input: unknown): Promise<Validation> {
  const { url, method, toolName } = parseProbeInput(input, deps)
  if (!(await takeHostTurn(deps.database, url.host, deps.clock()))) {
    throw new DomainError('PROBE_TOO_SOON', 'This host was asked a moment ago. Try again in a few seconds.')
  }
  const { probe, outcome } = await askResource(deps, { url: url.href, method, toolName })
  return judgeProbe(probe, outcome, { url, method })
}

/** The same checks on a route of this site, whose challenge needs no request. */
export function validateOwn(terms: RouteTerms): Validation {
  const { method, challenge } = terms
  const probe = { isUp: true, status: 402, latencyMs: null, problem: null, challenge: { ...challenge } }
  return judgeProbe(probe, draftOwn(terms), { url: new URL(challenge.resource.url), method })
}

type Judged = { url: URL; method: RouteMethod }

/** `outcome` is the draft from the answer; null where that was no challenge. */
function judgeProbe(probe: Probe, outcome: DraftOutcome | null, { url, method }: Judged): Validation {
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

function requiredChecks(probe: Probe, outcome: DraftOutcome | null): Check[] {
  const answers = probe.challenge !== null
  const checks = [
    check(
      'answers_402',
      'required',
      answers,
      answers ? 'It answers 402 with readable payment requirements.' : `It does not: ${probe.problem}.`,
      probeAdvice(probe),
    ),
  ]
  if (outcome === null) return checks
  const fault = outcome.ok ? null : outcome
  const about = (id: string, reasons: string[], good: string, fix: string) => {
    const isFault = fault !== null && reasons.includes(fault.reason)
    return check(id, 'required', !isFault, isFault ? fault.message : good, fix)
  }
  return [
    ...checks,
    about(
      'payable_option',
      ['no_payable_option', 'no_payment_options'],
      'An option names scheme, network, amount, asset and payTo.',
      'Give each option in `accepts` a scheme, a CAIP-2 network, an amount in atomic units, an asset and a payTo.',
    ),
    about(
      'resource_matches',
      ['resource_differs'],
      'The 402 speaks of this address.',
      'Set resource.url to the public address of the route, or leave it out.',
    ),
    about(
      'bazaar_valid',
      ['bazaar_invalid', 'bazaar_differs'],
      'The bazaar extension, if there is one, is valid.',
      'Declare info.input with type and method, and a schema that info fits; see the bazaar page of the documentation.',
    ),
    about(
      'addressable',
      [
        'resource_invalid',
        'resource_scheme_unsupported',
        'host_not_public',
        'tool_name_missing',
        'resource_missing',
        'too_large',
        'not_an_object',
      ],
      'The resource has a public address.',
      'Serve it from a public host name by http or https.',
    ),
  ]
}

function advisoryChecks(
  probe: Probe,
  challenge: Record<string, unknown>,
  outcome: DraftOutcome | null,
  url: URL,
): Check[] {
  const draft = outcome?.ok ? outcome.draft : null
  const info = recordOf(challenge.resource)
  const size = Buffer.byteLength(JSON.stringify(challenge)) * (4 / 3)
  const problems = validateResourceInfo(info)
  const advise = (id: string, isPassed: boolean, found: string, fix: string) =>
    check(id, 'advisory', isPassed, found, fix)
  return [
    advise(
      'version_2',
      challenge.x402Version === 2,
      `x402Version is ${String(challenge.x402Version)}.`,
      'Send version 2, with PAYMENT-REQUIRED in a header.',
    ),
    advise(
      'declares_bazaar',
      outcome?.ok === true && outcome.isOptedIn,
      'Whether the route declares `bazaar`.',
      'Declare bazaar with discoverable: true, so that settlements keep the listing fresh.',
    ),
    advise(
      'describes_input',
      draft?.input != null,
      'Whether buyers see what to send.',
      'Declare inputSchema, so that agents can call the route without reading its documentation.',
    ),
    advise(
      'describes_output',
      draft?.output != null,
      'Whether buyers see what they get.',
      'Declare outputSchema or an example of the answer.',
    ),
    advise(
      'has_description',
      (draft?.description?.length ?? 0) >= 20,
      `The description has ${draft?.description?.length ?? 0} characters.`,
      'Say in one sentence what the route returns and for what input.',
    ),
    ...problems.map(({ field, fault }) =>
      advise(`${field}_valid`, false, inEnglish(fault), `Fix ${field}; until then it is left out of the listing.`),
    ),
    advise(
      'has_service_name',
      draft?.serviceName != null,
      'Whether a service name is shown.',
      'Set resource.serviceName: up to 32 printable ASCII characters.',
    ),
    advise(
      'has_tags',
      (draft?.tags.length ?? 0) > 0,
      `It has ${draft?.tags.length ?? 0} tags.`,
      'Set resource.tags: up to five words that buyers would search for.',
    ),
    advise(
      'known_price',
      draft?.options.some((option) => dollarCoinDecimals(option.network, option.asset) !== null) ?? false,
      'Whether the price can be shown in dollars.',
      'Offer an option in a dollar coin on a common network.',
    ),
    advise(
      'secure',
      url.protocol === 'https:',
      `It is served by ${url.protocol.slice(0, -1)}.`,
      'Serve it by https; many clients refuse to pay otherwise.',
    ),
    ...(probe.latencyMs === null
      ? []
      : [
          advise(
            'fast',
            probe.latencyMs < SLOW_MS,
            `It answered in ${probe.latencyMs} ms.`,
            'Answer unpaid requests before any slow work.',
          ),
        ]),
    advise(
      'small',
      size <= MAX_CHALLENGE_CHARACTERS,
      `The challenge has about ${Math.round(size)} characters.`,
      'Keep it under 8 KiB: clients echo it in a request header.',
    ),
  ]
}

const check = (id: string, level: Check['level'], isPassed: boolean, found: string, fix: string): Check => ({
  id,
  level,
  isPassed,
  found,
  fix: isPassed ? null : fix,
})
