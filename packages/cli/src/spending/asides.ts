import type { SignedDeposit } from './read-signed'
import type { Aside, Page, Stretch } from './spending-page'

/**
 * The page after a voucher was signed, with its deposit if it brings one: the deposit is put aside, and what the voucher
 * opens to the seller is no longer. A channel that this page knows no deposit of is left out.
 */
export function withAside(page: Page, signed: { host: string; stretch: Stretch; deposit: SignedDeposit | null }): Page {
  const { host, stretch, deposit } = signed
  const known = page.asides.find(({ channel }) => channel === stretch.channel)
  if (!known && !deposit) return page
  const before = known ? BigInt(known.micros) : 0n
  const opened = larger(BigInt(known?.opened ?? stretch.from), BigInt(stretch.from))
  const highest = larger(opened, BigInt(stretch.to))
  const left = before + BigInt(deposit?.micros ?? 0n) - (highest - BigInt(known?.opened ?? opened))
  const next = {
    ...(known ?? { channel: stretch.channel, host }),
    ...(deposit ?? {}),
    micros: (left > 0n ? left : 0n).toString(),
    opened: highest.toString(),
  } as Aside // Either `known` or `deposit` brings what the other lacks.
  return { ...page, asides: [...page.asides.filter((one) => one !== known), next] }
}

/**
 * Money put aside already with the seller of a deposit, or on its host, in all channels. In the deposit's own channel
 * less than the call costs does not count: it is the end of the deposit before, and of no use without another.
 */
export function asideBefore({ asides }: Page, host: string, stretch: Stretch, { seller }: SignedDeposit): Aside[] {
  const callMicros = BigInt(stretch.to) - BigInt(stretch.from)
  return asides.filter(
    (one) =>
      (one.seller === seller || one.host === host) &&
      (one.channel !== stretch.channel || BigInt(one.micros) >= callMicros),
  )
}

/** The page once the chain has told how much of a channel's deposits is there and not claimed; what is used up goes. */
export function withLeft(page: Page, left: ReadonlyMap<string, bigint>): Page {
  const asides = page.asides.flatMap((one): Aside[] => {
    const found = left.get(one.channel)
    if (found === undefined || found >= BigInt(one.micros)) return [one]
    return found === 0n ? [] : [{ ...one, micros: found.toString() }]
  })
  return { ...page, asides }
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
