import { inEnglish } from '@/lib/base/sentences/in-english'
import { formatAtomic } from '@/lib/base/x402/money'
import type { Probe } from '../crawl/probe-url'
import { microDollars } from '../entry/assets'
import type { EntryDraft, OptionDraft, Refusal } from '../entry/draft'
import type { Entry } from '../entry/entry'
import { ESTABLISHED_PAYERS, type LookOut, lookOutInWords, lookOutKinds, weigh } from '../entry/look-outs'
import { payToIdentity } from '../entry/pay-to-identity'
import { isBurnAddress } from '../ingest/parse-options'

/** `stop`: reason enough not to pay. `care`: a person should look. `good`: speaks for it. */
type Effect = 'stop' | 'care' | 'good'

/** One fact with its evidence. `at` is when it was true, as an ISO time. */
export type Reason = { code: string; effect: Effect; text: string; at: string; evidence: Record<string, unknown> }

export type Facts = {
  now: Date
  probe: Probe
  /** The terms of the live 402; null where there are none that can be paid. */
  draft: EntryDraft | null
  refusal: Pick<Refusal, 'reason' | 'message'> | null
  /** The listing of the same resource. */
  entry: Entry | null
  /** The most that an independent payer has paid for it, by network, in atomic units. */
  mostPaid: ReadonlyMap<string, bigint>
  /** Whether its host asks for payment at any address, and when that was tried; null where nobody has tried. */
  anyPath: { isPaid: boolean; at: Date } | null
}

const DEAR_MICROS = 1_000_000n
const DECOY_MICROS = 100_000_000n
const FAILS_BELOW = 0.8
const SLOW_MS = 5_000

type Say = (code: string, effect: Effect, text: string, evidence?: Record<string, unknown>, at?: Date | null) => Reason

/** Every fact that speaks for or against paying, the gravest first. */
export function judge(facts: Facts): Reason[] {
  const say: Say = (code, effect, text, evidence = {}, at = facts.now) => ({
    ...{ code, effect, text, at: (at ?? facts.now).toISOString(), evidence },
  })
  const reasons = [...aboutAnswer(facts, say), ...aboutTerms(facts, say), ...aboutListing(facts, say)]
  // What was seen just now is told before what is known of the listing.
  return inOrder(reasons.filter(({ code }, at) => reasons.findIndex((other) => other.code === code) === at))
}

const order: Effect[] = ['stop', 'care', 'good']
const inOrder = (reasons: Reason[]): Reason[] =>
  reasons.toSorted((a, b) => order.indexOf(a.effect) - order.indexOf(b.effect))

function aboutAnswer({ probe, draft, refusal, anyPath }: Facts, say: Say): Reason[] {
  const { status, problem, latencyMs } = probe
  if (problem === 'not_402') {
    return [say('not_paid', 'stop', `It answers ${status} without payment: there is nothing to pay.`, { status })]
  }
  if (problem !== null) {
    return [say('no_answer', 'stop', `It did not answer with terms: ${problem.replaceAll('_', ' ')}.`, { problem })]
  }
  if (draft === null) {
    const { reason = 'no_payable_option', message = 'Its terms cannot be paid.' } = refusal ?? {}
    return [say('terms_unpayable', 'stop', message, { reason })]
  }
  const isSlow = latencyMs !== null && latencyMs > SLOW_MS
  return [
    isSlow
      ? say('slow', 'care', `It took ${latencyMs} ms to ask for payment.`, { latencyMs })
      : say('answers', 'good', 'It answers with terms that can be paid.', { latencyMs }),
    ...(draft.x402Version === 1
      ? [say('version_1', 'care', 'It speaks version 1 of x402 only: your client must, too.', { x402Version: 1 })]
      : []),
    ...(anyPath?.isPaid ? [sayLookOut(say, { kind: 'answers_any_path', evidence: {}, lastSeenAt: anyPath.at })] : []),
  ]
}

function aboutTerms({ draft, entry, mostPaid }: Facts, say: Say): Reason[] {
  if (draft === null) return []
  const { options } = draft
  const burned = options.find(({ payTo }) => payTo !== null && isBurnAddress(payTo))
  // Payments are known by network only: where it has several coins, their units differ.
  const coinsOn = (network: string) =>
    new Set(options.filter((each) => each.network === network).map(({ asset }) => asset))
  const above = options.find(({ network, amountAtomic }) => {
    const most = coinsOn(network).size === 1 ? mostPaid.get(network) : undefined
    return most !== undefined && amountAtomic !== null && amountAtomic > 2n * most
  })
  return [
    ...(burned ? [say('burn_address', 'stop', 'It pays an address that nobody owns.', { payTo: burned.payTo })] : []),
    ...aboutPrice(options, entry, say),
    ...(above
      ? [
          say('above_paid', 'care', 'It costs more than twice what anyone independent has paid for it.', {
            network: above.network,
            amount: above.amountAtomic?.toString(),
            mostPaid: mostPaid.get(above.network)?.toString(),
          }),
        ]
      : []),
  ]
}

const inDollars = (micros: bigint): string => `$${formatAtomic(micros, 6)}`

/** A client may choose any option, so the gravest word of all is told. */
function aboutPrice(options: OptionDraft[], entry: Entry | null, say: Say): Reason[] {
  const known = options.filter(({ microDollars }) => microDollars !== null)
  if (known.length === 0) {
    return [say('price_unknown', 'care', 'Its price is in a coin that this catalog cannot value.')]
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
    return [say('price_jump', 'stop', 'It asks more than ten times what it is listed at.', evidence)]
  }
  if (listed !== null && asked > 2n * listed) {
    return [say('price_raised', 'care', 'It asks more than twice what it is listed at.', evidence)]
  }
  if (asked >= DEAR_MICROS && payers < ESTABLISHED_PAYERS) {
    return [say('dear', 'care', 'A dollar or more, and fewer than three independent payers.', evidence)]
  }
  return listed === null ? [] : [say('price_as_listed', 'good', 'It asks about what it is listed at.', evidence)]
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

function aboutListing({ draft, entry, anyPath }: Facts, say: Say): Reason[] {
  if (entry === null) return [say('not_listed', 'care', 'Nothing is known of it: it is not listed here.')]
  const { settlements, health, lookOuts } = entry
  // A purchase is told with more facts than its look-out has, and a host that was tried just now by that.
  const told = lookOuts.filter(({ kind }) => {
    const { check } = lookOutKinds[kind]
    return check !== 'purchase' && (check !== 'host' || anyPath === null)
  })
  return [
    ...aboutPayee(draft, entry, say),
    ...told.map((one) =>
      sayLookOut(
        say,
        { ...one, evidence: { ...one.evidence, since: one.firstSeenAt.toISOString() } },
        weigh(one.kind, entry),
      ),
    ),
    ...(health.uptime30d === null
      ? []
      : health.uptime30d < FAILS_BELOW
        ? [say('fails_often', 'care', 'It often did not answer.', { uptime30d: health.uptime30d }, health.lastProbedAt)]
        : [say('stays_up', 'good', 'It answered when asked.', { uptime30d: health.uptime30d }, health.lastProbedAt)]),
    ...aboutAudition(entry.audition, say),
    ...aboutPayers(settlements, lookOuts, say),
  ]
}

const sayLookOut = (
  say: Say,
  { kind, evidence, lastSeenAt }: Pick<LookOut, 'kind' | 'evidence'> & Partial<Pick<LookOut, 'lastSeenAt'>>,
  { effect }: { effect: Effect } = lookOutKinds[kind],
): Reason => say(kind, effect, inEnglish(lookOutInWords({ kind, evidence }, 'text')), evidence, lastSeenAt)

/** This site's own purchase, as long as the same is on offer. What speaks against it is a look-out. */
function aboutAudition(audition: Entry['audition'], say: Say): Reason[] {
  if (audition?.state !== 'delivered' || audition.isOutdated || audition.fit === 'contradicts') return []
  const { at, status, latencyMs, transaction, digest } = audition
  const seconds = ((latencyMs ?? 0) / 1000).toFixed(1)
  const fits = audition.fit === 'fits' ? ', and it fits what is declared' : ''
  const text = `This site bought it: it delivered in ${seconds} s${fits}.`
  return [say('delivered', 'good', text, { status, latencyMs, transaction, digest }, at)]
}

function aboutPayers(
  { organicPayers, organic, total, countedAt }: Entry['settlements'],
  lookOuts: LookOut[],
  say: Say,
): Reason[] {
  const evidence = { organicPayers, organic, total }
  if (organicPayers >= ESTABLISHED_PAYERS) {
    const text = `${organicPayers} independent wallets have paid for it.`
    return [say('independent_payers', 'good', text, evidence, countedAt)]
  }
  if (lookOuts.some(({ kind }) => kind === 'self_paid')) return []
  return [say('few_payers', 'care', 'Fewer than three independent wallets have paid for it here.', evidence, countedAt)]
}

function aboutPayee(draft: EntryDraft | null, entry: Entry, say: Say): Reason[] {
  if (entry.lookOuts.some(({ kind }) => kind === 'payee_swaps')) return []
  const known = entry.options.flatMap(({ network, payTo }) => (payTo === '' ? [] : [payToIdentity(network, payTo)]))
  const isOther = ({ network, payTo }: OptionDraft) => payTo !== null && !known.includes(payToIdentity(network, payTo))
  const other = draft?.options.find(isOther)
  if (other && known.length > 0) {
    const evidence = { payTo: other.payTo, listed: [...new Set(known)] }
    return [say('payee_differs', 'care', 'It asks to pay another wallet than it is listed with.', evidence)]
  }
  const isAsListed = draft !== null && !entry.lookOuts.some(({ kind }) => kind === 'payee_changed')
  return isAsListed ? [say('payee_as_listed', 'good', 'It pays the wallet that it is listed with.')] : []
}
