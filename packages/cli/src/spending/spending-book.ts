import { randomUUID } from 'node:crypto'
import { formatAtomic } from '@/lib/base/x402/money'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import { asideBefore, withAside, withLeft } from './asides'
import type { ChainReader, OpenPayment } from './find-cost'
import { readSigned, type Signed, type SignedDeposit } from './read-signed'
import { type Aside, type Page, type Payment, pageInFile, pageInMemory, type Stretch } from './spending-page'
import { sumOf } from './sum-of'

/** Most that may be spent, in micro-dollars; null is no limit. */
export type SpendingLimits = {
  perDayMicros: bigint | null
  perHostMicros: bigint | null
  /** The most to be put aside with one seller, and on one host, in all channels; null puts nothing aside. */
  depositMicros: bigint | null
  /** Where what was spent is kept count of; null counts for this process only. */
  file: string | null
}

type Reservation = { ok: true; id: string } | { ok: false; message: string }

/**
 * The spending of the last 24 hours, in a file that several programs may share and that outlives them.
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
   * Notes what was signed for it, in an asset with that many decimals. To be called before it is sent. Fails where it
   * opens more than was asked for or brings a deposit, and with that is above a limit: a channel's seller has the last word on what
   * it has charged, and on which channel it is.
   */
  sign: (id: string, payload: PaymentPayload, decimals: number) => Promise<void>
  /** Notes the final cost of the payment. */
  settle: (id: string, micros: bigint) => Promise<void>
  /** Nothing was signed for it. */
  release: (id: string) => Promise<void>
}

const DAY_MS = 24 * 60 * 60 * 1000

const LAPSES_TOO_LATE =
  'The seller could take the payment for more than 24 hours, which is longer than it would count. Nothing was paid.'

/** Writes nothing and allows everything. */
const unlimitedBook: SpendingBook = {
  reserve: async () => ({ ok: true, id: '' }),
  sign: async () => {},
  settle: async () => {},
  release: async () => {},
}

/** Opens the book of the limits' file; without limits it is `unlimitedBook`. */
export function openSpendingBook(limits: SpendingLimits, now: () => Date, chains: ChainReader): SpendingBook {
  const { perDayMicros, perHostMicros, depositMicros, file } = limits
  if (perDayMicros === null && perHostMicros === null && depositMicros === null) return unlimitedBook
  const changeKept = file === null ? pageInMemory() : pageInFile(file)
  const change = <T>(edit: (page: Page) => { page: Page; result: T }) =>
    changeKept((page) => edit(withoutOld(page, now())))
  const changeEach = (edit: (payment: Payment) => Payment[]) =>
    change((page) => ({ page: { ...page, payments: page.payments.flatMap(edit) }, result: undefined }))
  /** Tries until nothing stands in the way, or the chains tell nothing more of what does; then returns why not. */
  const changeOrAsk = async (edit: (page: Page) => { page: Page; excess: Excess | null }): Promise<string | null> => {
    const asked = new Set<string>()
    for (;;) {
      const excess = await change((page) => {
        const tried = edit(page)
        return { page: tried.excess ? page : tried.page, result: tried.excess }
      })
      if (!excess) return null
      const open = findOpen(excess.counted, now()).filter(({ id }) => !asked.has(id))
      const lapsed = excess.asides.filter(({ channel, lapsesAt }) => !asked.has(channel) && isPast(lapsesAt, now()))
      const [payments, deposits] = [open.slice(0, ASKED_AT_ONCE), lapsed.slice(0, ASKED_AT_ONCE)]
      const [costs, left] = await Promise.all([
        askFor(payments, ({ id }) => id, chains.findCost),
        askFor(deposits, ({ channel }) => channel, chains.findLeft),
      ])
      if (costs.size === 0 && left.size === 0) return excess.message
      for (const name of [...payments.map(({ id }) => id), ...deposits.map(({ channel }) => channel)]) asked.add(name)
      await changeEach((one) => [settled(one, costs.get(one.id))])
      await change((page) => ({ page: withLeft(page, left), result: undefined }))
    }
  }
  return {
    async reserve(host, micros, timeoutSeconds = 0) {
      if (timeoutSeconds * 1000 > DAY_MS) return { ok: false, message: LAPSES_TOO_LATE }
      const payment = { id: randomUUID(), at: now().toISOString(), host, micros: micros.toString() }
      const refusal = await changeOrAsk((page) => ({
        page: { ...page, payments: [...page.payments, payment] },
        excess: findExcess(page, limits, host, micros),
      }))
      return refusal === null ? { ok: true, id: payment.id } : { ok: false, message: refusal }
    },
    async sign(id, payload, decimals) {
      const signed = await readSigned(payload, decimals, now())
      const refusal = await changeOrAsk((page) => {
        const host = page.payments.find((one) => one.id === id)?.host ?? ''
        const joined = { ...signed, stretch: signed.stretch && withoutGap(page, signed.stretch) }
        const next = withSigned(page, id, { ...joined, host })
        const { stretch, deposit } = signed
        const isMore = deposit !== null || joined.stretch !== stretch
        const tooMuchAside = stretch && deposit && findTooMuchAside(page, limits, host, stretch, deposit)
        return { page: next, excess: tooMuchAside ?? (isMore ? findExcess(next, limits, host, 0n) : null) }
      })
      if (refusal !== null) throw new Error(refusal)
    },
    settle: (id, micros) => changeEach((one) => [settled(one, one.id === id ? micros : undefined)]),
    release: (id) => changeEach((one) => (one.id === id ? [] : [one])),
  }
}

const isPast = (time: string, now: Date) => Date.parse(time) <= now.getTime()

function withSigned(page: Page, id: string, { host, ...signed }: Signed & { host: string }): Page {
  const payments = page.payments.map((one) => (one.id === id ? signedFor(one, signed) : one))
  const { stretch, deposit } = signed
  const next = { ...page, payments }
  return stretch ? withAside(next, { host, stretch, deposit }) : next
}

/** A voucher that is followed by a corrected one stays with its seller. */
function signedFor(payment: Payment, { transfer, stretch, deposit }: Signed): Payment {
  if (transfer) return { ...payment, transfer }
  if (!stretch) return payment
  const deposited = deposit ? { deposit: (BigInt(payment.deposit ?? 0) + BigInt(deposit.micros)).toString() } : {}
  return { ...payment, ...deposited, stretches: [...(payment.stretches ?? []), stretch] }
}

/**
 * Vouchers of one channel follow each other: one that begins above what was signed before opens what lies between, too.
 * The sum of a channel from before it was written down here does not count.
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

/** So many payments are asked for at once; a node that tells nothing of them is not asked again. */
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

/** The answers that came, by the name of the one asked about. */
async function askFor<T>(
  open: T[],
  nameOf: (one: T) => string,
  ask: (one: T) => Promise<bigint | null>,
): Promise<Map<string, bigint>> {
  const told = await Promise.all(open.map(async (one) => [nameOf(one), await ask(one)] as const))
  return new Map(told.flatMap(([name, micros]) => (micros === null ? [] : [[name, micros] as const])))
}

/** Why a payment may not be made, and what stands in its way; nothing where its amount exceeds the limit. */
type Excess = { message: string; counted: Payment[]; asides: Aside[] }

function findExcess({ payments, asides }: Page, limits: SpendingLimits, host: string, micros: bigint): Excess | null {
  const onHost = {
    counted: payments.filter((one) => one.host === host),
    asides: asides.filter((one) => one.host === host),
  }
  const checks = [
    { counted: payments, asides, where: 'in the last 24 hours', limit: limits.perDayMicros },
    { ...onHost, where: `on ${host} in the last 24 hours`, limit: limits.perHostMicros },
  ]
  for (const { limit, ...check } of checks) {
    if (limit === null || sumOf(check.counted, check.asides) + micros <= limit) continue
    const message = wordsOf(micros, { ...check, limit })
    return micros > limit ? { message, counted: [], asides: [] } : { ...check, message }
  }
  return null
}

function findTooMuchAside(
  page: Page,
  { depositMicros }: SpendingLimits,
  host: string,
  stretch: Stretch,
  deposit: SignedDeposit,
): Excess | null {
  const asides = asideBefore(page, host, stretch, deposit)
  const aside = asides.reduce((total, one) => total + BigInt(one.micros), 0n)
  const micros = BigInt(deposit.micros)
  if (depositMicros !== null && micros + aside <= depositMicros) return null
  const most = `the most to put aside with one seller is ${dollars(depositMicros ?? 0n)}`
  const message = `A deposit of ${dollars(micros)} is too much: ${dollars(aside)} lie there or are on their way, and ${most}. Nothing was sent.`
  return { message, counted: [], asides: depositMicros !== null && micros <= depositMicros ? asides : [] }
}

const dollars = (micros: bigint) => `$${formatAtomic(micros, 6)}`

type Check = { counted: Payment[]; asides: Aside[]; where: string; limit: bigint }

function wordsOf(micros: bigint, { counted, asides, where, limit }: Check): string {
  const open = sumOf(
    counted.filter(({ transfer }) => transfer),
    [],
  )
  const spent = `${dollars(sumOf(counted, asides))} of ${dollars(limit)} was spent ${where}.`
  const aside = open === 0n ? '' : ` ${dollars(open)} of it is signed, and not known to be taken or lapsed.`
  return `${dollars(micros)} is more than is left to spend: ${spent}${aside} Nothing was paid.`
}

const withoutOld = (page: Page, now: Date): Page => ({
  ...page,
  payments: page.payments.filter(({ at }) => Date.parse(at) > now.getTime() - DAY_MS),
})
