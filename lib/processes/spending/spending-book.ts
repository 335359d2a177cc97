import { randomUUID } from 'node:crypto'
import { formatAtomic } from '@/lib/x402/money'
import type { PaymentPayload } from '@/lib/x402/wire'
import type { FindCost, OpenPayment } from './find-cost'
import { readSigned, type Signed } from './read-signed'
import { changePage, type Page, type Payment, type Stretch } from './spending-page'
import { sumOf } from './sum-of'

/** What may be spent, in micro-dollars; null is no limit. */
export type SpendingLimits = {
  perDayMicros: bigint | null
  perHostMicros: bigint | null
  /** Where what was spent is kept count of. */
  file: string
}

type Reservation = { ok: true; id: string } | { ok: false; message: string }

/**
 * What was spent in the last 24 hours, in a file that several programs may share and that outlives them.
 * A payment is written down before it is signed, so that neither a crash nor two calls at once get past a limit.
 * It counts for what was signed, whatever its payee says: only the chain can show that less was taken, or nothing.
 */
export type SpendingBook = {
  /**
   * Refuses what its payee could take later than it counts, by `timeoutSeconds`, and what is above a limit. Where one
   * stands in the way, the chains are asked first what became of the payments that count.
   */
  reserve: (host: string, micros: bigint, timeoutSeconds?: number) => Promise<Reservation>
  /**
   * What was signed for it, in an asset with that many decimals. To be called before it is sent. Fails where it opens more
   * than was asked for and with that is above a limit: a channel's seller has the last word on what it has charged.
   */
  sign: (id: string, payload: PaymentPayload, decimals: number) => Promise<void>
  /** What the payment cost in the end. */
  settle: (id: string, micros: bigint) => Promise<void>
  /** Nothing was signed for it. */
  release: (id: string) => Promise<void>
}

const DAY_MS = 24 * 60 * 60 * 1000

const LAPSES_TOO_LATE =
  'The seller could take the payment for more than 24 hours, which is longer than it would count. Nothing was paid.'

/** Writes nothing and allows everything. */
export const unlimitedBook: SpendingBook = {
  reserve: async () => ({ ok: true, id: '' }),
  sign: async () => {},
  settle: async () => {},
  release: async () => {},
}

/** Opens the book of the limits' file; without limits it is `unlimitedBook`. */
export function openSpendingBook(limits: SpendingLimits, now: () => Date, findCost: FindCost): SpendingBook {
  if (limits.perDayMicros === null && limits.perHostMicros === null) return unlimitedBook
  const change = <T>(edit: (page: Page) => { page: Page; result: T }) =>
    changePage(limits.file, (page) => edit(withoutOld(page, now())))
  const changeEach = (edit: (payment: Payment) => Payment[]) =>
    change((page) => ({ page: { payments: page.payments.flatMap(edit) }, result: undefined }))
  const tryToReserve = (host: string, micros: bigint) =>
    change<{ ok: true; id: string } | ({ ok: false } & Excess)>((page) => {
      const excess = findExcess(page, limits, host, micros)
      if (excess) return { page, result: { ok: false, ...excess } }
      const payment = { id: randomUUID(), at: now().toISOString(), host, micros: micros.toString() }
      return { page: { payments: [...page.payments, payment] }, result: { ok: true, id: payment.id } }
    })
  return {
    async reserve(host, micros, timeoutSeconds = 0) {
      if (timeoutSeconds * 1000 > DAY_MS) return { ok: false, message: LAPSES_TOO_LATE }
      const asked = new Set<string>()
      for (;;) {
        const tried = await tryToReserve(host, micros)
        if (tried.ok) return tried
        const open = findOpen(tried.counted, now()).filter(({ id }) => !asked.has(id))
        const next = open.slice(0, ASKED_AT_ONCE)
        const costs = await askFor(next, findCost)
        if (costs.size === 0) return { ok: false, message: tried.message }
        for (const { id } of next) asked.add(id)
        await changeEach((one) => [settled(one, costs.get(one.id))])
      }
    },
    async sign(id, payload, decimals) {
      const signed = await readSigned(payload, decimals)
      const refusal = await change<string | null>((page) => {
        const { stretch } = signed
        const joined = { ...signed, stretch: stretch && withoutGap(page, stretch) }
        const next = { payments: page.payments.map((one) => (one.id === id ? withSigned(one, joined) : one)) }
        const host = page.payments.find((one) => one.id === id)?.host ?? ''
        const excess = joined.stretch === stretch ? null : findExcess(next, limits, host, 0n)
        return excess ? { page, result: excess.message } : { page: next, result: null }
      })
      if (refusal !== null) throw new Error(refusal)
    },
    settle: (id, micros) => changeEach((one) => [settled(one, one.id === id ? micros : undefined)]),
    release: (id) => changeEach((one) => (one.id === id ? [] : [one])),
  }
}

/** A voucher that is followed by a corrected one stays with its seller. */
function withSigned(payment: Payment, { transfer, stretch }: Signed): Payment {
  if (transfer) return { ...payment, transfer }
  return stretch ? { ...payment, stretches: [...(payment.stretches ?? []), stretch] } : payment
}

/**
 * Vouchers of one channel follow each other: one that begins above what was signed before opens what lies between, too.
 * What a channel came to before it was written down here does not count.
 */
function withoutGap({ payments }: Page, stretch: Stretch): Stretch {
  const before = payments.flatMap((one) => one.stretches ?? []).filter(({ channel }) => channel === stretch.channel)
  const [highest] = before.map(({ to }) => BigInt(to)).sort((one, other) => (one < other ? 1 : -1))
  return highest === undefined || highest >= BigInt(stretch.from) ? stretch : { ...stretch, from: highest.toString() }
}

/** A payment whose cost is known is asked for no more. */
function settled(payment: Payment, micros: bigint | undefined): Payment {
  if (micros === undefined) return payment
  const { transfer: _, ...rest } = payment
  return { ...rest, micros: micros.toString() }
}

/** So many payments are asked for at once; a node that tells nothing of them is left alone. */
const ASKED_AT_ONCE = 8

/** How long a payment whose end only the chain's height tells can be taken at the most, as it is signed here. */
const LIFE_BY_HEIGHT_MS = 5 * 60 * 1000

/** Payments that may turn out to have cost less than they count for, the largest first. */
function findOpen(payments: Payment[], now: Date): OpenPayment[] {
  const open = payments.flatMap((one) => (one.transfer ? [{ ...one, transfer: one.transfer }] : []))
  return open
    .filter(({ at, transfer: { scheme, validBefore } }) => {
      const lapsesAt = validBefore === null ? Date.parse(at) + LIFE_BY_HEIGHT_MS : Date.parse(validBefore)
      return scheme === 'upto' || lapsesAt <= now.getTime()
    })
    .sort((one, other) => Number(BigInt(other.micros) - BigInt(one.micros)))
}

/** What those of the payments have cost of which that is known, by their id. */
async function askFor(payments: OpenPayment[], findCost: FindCost): Promise<Map<string, bigint>> {
  const costs = await Promise.all(payments.map(async (one) => [one.id, await findCost(one)] as const))
  return new Map(costs.flatMap(([id, cost]) => (cost === null ? [] : [[id, cost] as const])))
}

/** Why a payment may not be made, and the payments that stand in its way; none where it is above the limit by itself. */
type Excess = { message: string; counted: Payment[] }

function findExcess({ payments }: Page, limits: SpendingLimits, host: string, micros: bigint): Excess | null {
  const onHost = payments.filter((one) => one.host === host)
  const checks = [
    { counted: payments, where: 'in the last 24 hours', limit: limits.perDayMicros },
    { counted: onHost, where: `on ${host} in the last 24 hours`, limit: limits.perHostMicros },
  ]
  for (const { counted, where, limit } of checks) {
    if (limit === null || sumOf(counted) + micros <= limit) continue
    return { message: wordsOf(micros, { counted, where, limit }), counted: micros > limit ? [] : counted }
  }
  return null
}

const dollars = (micros: bigint) => `$${formatAtomic(micros, 6)}`

type Check = { counted: Payment[]; where: string; limit: bigint }

function wordsOf(micros: bigint, { counted, where, limit }: Check): string {
  const open = sumOf(counted.filter(({ transfer }) => transfer))
  const spent = `${dollars(sumOf(counted))} of ${dollars(limit)} was spent ${where}.`
  const aside = open === 0n ? '' : ` ${dollars(open)} of it is signed, and not known to be taken or lapsed.`
  return `${dollars(micros)} is more than is left to spend: ${spent}${aside} Nothing was paid.`
}

const withoutOld = (page: Page, now: Date): Page => ({
  payments: page.payments.filter(({ at }) => Date.parse(at) > now.getTime() - DAY_MS),
})
