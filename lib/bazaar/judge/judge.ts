import { say as sentence } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { formatAtomic } from '@/lib/base/x402/money'
import { microDollars } from '../entry/assets'
import type { EntryDraft, OptionDraft, Refusal } from '../entry/draft'
import type { Entry } from '../entry/entry'
import { ESTABLISHED_PAYERS, type LookOut, lookOutInWords, lookOutKinds, weigh } from '../entry/look-outs'
import { isBurnAddress, payToIdentity } from '../entry/pay-to-identity'
import { isPassingHost, isUnencrypted, saysNothing } from './doubtful-listing'

/** `stop`: reason enough not to pay. `care`: a person should look. `note`: neither for nor against. `good`: for it. */
type Effect = 'stop' | 'care' | 'note' | 'good'

/** One fact with its evidence: when it was last true, and since when, where that is known. */
export type Reason = {
  code: string
  effect: Effect
  text: Sentence
  at: Date
  since: Date | null
  evidence: Record<string, unknown>
}

export type Verdict = 'pay' | 'pay_with_care' | 'do_not_pay'

/** Whether to pay, and why, the gravest first. */
export type Judgement = { verdict: Verdict; reasons: Reason[] }

export type Facts = {
  /** The answer to a request without payment; null where none was seen. */
  probe: { status: number | null; problem: string | null; latencyMs: number | null } | null
  /** When that answer came, and its terms were read. */
  askedAt: Date
  /** The terms that a payment would sign; null where there are none that can be paid. */
  terms: Pick<EntryDraft, 'x402Version' | 'options' | 'resource' | 'description'> | null
  refusal: Pick<Refusal, 'reason' | 'message'> | null
  /** The listing of the same resource. */
  entry: Entry | null
  /** The terms are those of the listing: they cannot differ from it. */
  isListedOnly: boolean
  /** The most that an independent payer has paid for it, by network, in atomic units. */
  mostPaid: ReadonlyMap<string, bigint>
  /** Whether its host asks for payment at any address, and when that was tried; null where nobody has tried. */
  anyPath: { isPaid: boolean; at: Date } | null
}

/** Below ten cents, an entry without payers is no reason for care. */
const SMALL_MICROS = 100_000n
const DEAR_MICROS = 1_000_000n
const DECOY_MICROS = 100_000_000n
const FAILS_BELOW = 0.8
const SLOW_MS = 5_000
/** Statuses by which a resource asks for its input. */
const WANTS_INPUT = [400, 411, 415, 422]

type Say = (
  code: string,
  effect: Effect,
  text: Sentence,
  evidence?: Record<string, unknown>,
  at?: Date | null,
  since?: Date,
) => Reason

/** Every fact that speaks for or against paying, and the verdict that follows. */
export function judge(facts: Facts): Judgement {
  const say: Say = (code, effect, text, evidence = {}, at = facts.askedAt, since) => ({
    ...{ code, effect, text, evidence, at: at ?? facts.askedAt, since: since ?? null },
  })
  const all = [...aboutAnswer(facts, say), ...aboutTerms(facts, say), ...aboutListing(facts, say)]
  // What was seen just now is told before what is known of the listing.
  const reasons = inOrder(all.filter(({ code }, at) => all.findIndex((other) => other.code === code) === at))
  const has = (effect: Effect) => reasons.some((reason) => reason.effect === effect)
  return { verdict: has('stop') ? 'do_not_pay' : has('care') ? 'pay_with_care' : 'pay', reasons }
}

const order: Effect[] = ['stop', 'care', 'note', 'good']
const inOrder = (reasons: Reason[]): Reason[] =>
  reasons.toSorted((a, b) => order.indexOf(a.effect) - order.indexOf(b.effect))

function aboutAnswer({ probe, terms, refusal, entry, anyPath }: Facts, say: Say): Reason[] {
  if (probe === null) {
    return [
      entry?.verification === 'failing'
        ? say('last_check_failed', 'care', sentence('preflight.last_check_failed'))
        : say('not_seen', 'care', sentence('preflight.not_seen')),
    ]
  }
  const { status, problem, latencyMs } = probe
  if (problem === 'tool_unpaid' || (problem === 'not_402' && status !== null && status >= 200 && status < 300)) {
    return [say('not_paid', 'stop', sentence('preflight.not_paid'), { status })]
  }
  if (problem === 'arguments_refused' || (problem === 'not_402' && status !== null && WANTS_INPUT.includes(status))) {
    return [say('input_wanted', 'care', sentence('preflight.input_wanted'), { status })]
  }
  if (problem !== null) return [say('no_answer', 'stop', sentence('preflight.no_answer'), { problem, status })]
  if (terms === null) {
    const { reason = 'no_payable_option', message } = refusal ?? {}
    const text = message ? sentence('plain', { text: message }) : sentence('preflight.terms_unpayable')
    return [say('terms_unpayable', 'stop', text, { reason })]
  }
  return [
    latencyMs !== null && latencyMs > SLOW_MS
      ? say('slow', 'care', sentence('preflight.slow', { latencyMs }), { latencyMs })
      : say('answers', 'good', sentence('preflight.answers'), { latencyMs }),
    ...(anyPath?.isPaid ? [sayLookOut(say, { kind: 'answers_any_path', evidence: {}, lastSeenAt: anyPath.at })] : []),
  ]
}

function aboutTerms({ terms, entry, isListedOnly, mostPaid }: Facts, say: Say): Reason[] {
  if (terms === null) return []
  const { options, x402Version } = terms
  const burned = options.find(({ payTo }) => payTo !== null && isBurnAddress(payTo))
  // Payments are known by network only: where it has several coins, their units differ.
  const coinsOn = (network: string) =>
    new Set(options.filter((each) => each.network === network).map(({ asset }) => asset))
  const above = options.find(({ network, amountAtomic }) => {
    const most = coinsOn(network).size === 1 ? mostPaid.get(network) : undefined
    return most !== undefined && amountAtomic !== null && amountAtomic > 2n * most
  })
  return [
    ...(burned ? [say('burn_address', 'stop', sentence('preflight.burn_address'), { payTo: burned.payTo })] : []),
    ...(x402Version === 1 ? [say('version_1', 'note', sentence('preflight.version_1'), { x402Version })] : []),
    ...aboutWords(terms, entry, say),
    ...aboutPrice(options, entry, say).filter(({ code }) => !isListedOnly || code !== 'price_as_listed'),
    ...(above
      ? [
          say('above_paid', 'care', sentence('preflight.above_paid'), {
            network: above.network,
            amount: above.amountAtomic?.toString(),
            mostPaid: mostPaid.get(above.network)?.toString(),
          }),
        ]
      : []),
  ]
}

/** Its address and what it says of itself. This site's own are excused: who reads this is there already. */
function aboutWords({ resource, description }: NonNullable<Facts['terms']>, entry: Entry | null, say: Say): Reason[] {
  if (entry?.source === 'own') return []
  const host = URL.parse(resource)?.hostname ?? ''
  return [
    ...(isUnencrypted(resource) ? [say('unencrypted', 'care', sentence('preflight.unencrypted'))] : []),
    ...(isPassingHost(host) ? [say('passing_host', 'care', sentence('preflight.passing_host'), { host })] : []),
    ...(saysNothing(description ?? entry?.description ?? null)
      ? [say('says_nothing', 'care', sentence('preflight.says_nothing'))]
      : []),
  ]
}

const inDollars = (micros: bigint): string => `$${formatAtomic(micros, 6)}`

/** A client may choose any option, so the gravest word of all is told. */
function aboutPrice(options: OptionDraft[], entry: Entry | null, say: Say): Reason[] {
  const known = options.filter(({ microDollars }) => microDollars !== null)
  if (known.length === 0) {
    return [say('price_unknown', 'care', sentence('preflight.price_unknown'))]
  }
  const reasons = known.flatMap((option) => aboutOption(option, entry, say))
  const gravest = inOrder(reasons)[0]
  return gravest ? [gravest] : []
}

function aboutOption({ network, asset, microDollars: asked }: OptionDraft, entry: Entry | null, say: Say): Reason[] {
  if (asked === null) return []
  const listed = listedPrice(entry, { network, asset })
  const payers = entry?.settlements.organicPayers ?? 0
  const evidence = { network, asked: inDollars(asked), ...(listed !== null && { listed: inDollars(listed) }) }
  if (asked >= DECOY_MICROS && payers === 0) {
    return [sayLookOut(say, { kind: 'decoy_price', evidence: { ...evidence, asked: inDollars(asked) } })]
  }
  if (listed !== null && listed > 0n && asked > 10n * listed) {
    return [say('price_jump', 'stop', sentence('preflight.price_jump'), evidence)]
  }
  if (listed !== null && asked > 2n * listed) {
    return [say('price_raised', 'care', sentence('preflight.price_raised'), evidence)]
  }
  if (asked >= DEAR_MICROS && payers < ESTABLISHED_PAYERS) {
    return [say('dear', 'care', sentence('preflight.dear'), evidence)]
  }
  return listed === null ? [] : [say('price_as_listed', 'good', sentence('preflight.price_as_listed'), evidence)]
}

/** The listed price in the same coin, else the highest in any. */
function listedPrice(entry: Entry | null, { network, asset }: Pick<OptionDraft, 'network' | 'asset'>): bigint | null {
  const priced = (entry?.options ?? []).flatMap((option) => {
    const micros = microDollars(option.network, option.asset, option.amountAtomic)
    return micros === null ? [] : [{ ...option, micros }]
  })
  const same = priced.filter((option) => option.network === network && option.asset === asset)
  const micros = (same.length > 0 ? same : priced).map((option) => option.micros)
  return micros.reduce<bigint | null>((most, each) => (most === null || each > most ? each : most), null)
}

function aboutListing({ terms, entry, isListedOnly, anyPath }: Facts, say: Say): Reason[] {
  if (entry === null) return [say('not_listed', 'care', sentence('preflight.not_listed'))]
  const { settlements, health, lookOuts } = entry
  // A host that was tried just now is told by that.
  const told = lookOuts.filter(({ kind }) => lookOutKinds[kind].check !== 'host' || anyPath === null)
  return [
    ...(isListedOnly ? [] : aboutPayee(terms, entry, say)),
    ...told.map((one) =>
      sayLookOut(
        say,
        { ...one, evidence: { ...one.evidence, since: one.firstSeenAt.toISOString() } },
        weigh(one.kind, entry),
      ),
    ),
    ...aboutHealth(health, say),
    ...aboutPayers(settlements, { lookOuts, isSmall: isSmall(terms) }, say),
  ]
}

function aboutHealth({ uptime30d, lastProbedAt }: Entry['health'], say: Say): Reason[] {
  if (uptime30d === null) return []
  return [
    uptime30d < FAILS_BELOW
      ? say('fails_often', 'care', sentence('preflight.fails_often'), { uptime30d }, lastProbedAt)
      : say('stays_up', 'good', sentence('preflight.stays_up'), { uptime30d }, lastProbedAt),
  ]
}

const sayLookOut = (
  say: Say,
  { kind, evidence, lastSeenAt, firstSeenAt }: Pick<LookOut, 'kind' | 'evidence'> & Partial<LookOut>,
  { effect }: { effect: Effect } = lookOutKinds[kind],
): Reason => say(kind, effect, lookOutInWords({ kind, evidence }, 'text'), evidence, lastSeenAt, firstSeenAt)

function aboutPayers(
  { organicPayers, organic, total, countedAt }: Entry['settlements'],
  { lookOuts, isSmall }: { lookOuts: LookOut[]; isSmall: boolean },
  say: Say,
): Reason[] {
  const evidence = { organicPayers, organic, total }
  if (organicPayers >= ESTABLISHED_PAYERS) {
    const text = sentence('preflight.independent_payers', { payers: organicPayers })
    return [say('independent_payers', 'good', text, evidence, countedAt)]
  }
  if (lookOuts.some(({ kind }) => kind === 'self_paid')) return []
  return [say('few_payers', isSmall ? 'note' : 'care', sentence('preflight.few_payers'), evidence, countedAt)]
}

/** Each price that is known is below ten cents. */
function isSmall(terms: Facts['terms']): boolean {
  const known = (terms?.options ?? []).flatMap(({ microDollars }) => (microDollars === null ? [] : [microDollars]))
  return known.length > 0 && known.every((micros) => micros < SMALL_MICROS)
}

function aboutPayee(terms: Facts['terms'], entry: Entry, say: Say): Reason[] {
  if (entry.lookOuts.some(({ kind }) => kind === 'payee_swaps')) return []
  const known = entry.options.flatMap(({ network, payTo }) => (payTo === '' ? [] : [payToIdentity(network, payTo)]))
  const isOther = ({ network, payTo }: OptionDraft) => payTo !== null && !known.includes(payToIdentity(network, payTo))
  const other = terms?.options.find(isOther)
  if (other && known.length > 0) {
    const evidence = { payTo: other.payTo, listed: [...new Set(known)] }
    return [say('payee_differs', 'care', sentence('preflight.payee_differs'), evidence)]
  }
  const isAsListed = terms !== null && !entry.lookOuts.some(({ kind }) => kind === 'payee_changed')
  return isAsListed ? [say('payee_as_listed', 'good', sentence('preflight.payee_as_listed'))] : []
}
