import { assetOf } from '@/lib/base/chains/assets'
import { parseDollars } from '@/lib/base/x402/money'
import { type PassOffer, readPasses } from '@/lib/base/x402/passes'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import type { Line } from '../receipts-command'
import { toMicros } from './to-micros'

/**
 * How passes that a 402 links are used: `held` uses one that was bought, `buy` also buys one that pays off,
 * `now` buys one at once.
 */
export type PassPolicy = 'held' | 'buy' | 'now'

/** `network`: where it was paid. */
export type HeldPass = { url: string; until: Date; network: string }

export type LinkedPass = Pick<PassOffer, 'url' | 'price' | 'days'> & { micros: bigint }

/** The passes that the 402 of a resource links, but those that cost nothing that can be paid. */
export const linkedPasses = ({ extensions }: PaymentRequired, resource: URL): LinkedPass[] =>
  readPasses(extensions, resource.href)
    .map(({ url, price, days }) => ({ url, price, days, micros: parseDollars(price, 6) }))
    .filter(({ micros }) => micros > 0n)

export const DAY_MS = 86_400_000

/** Some wallets' passes and payments, by what this machine has written down. */
export function passBook(lines: readonly Line[], wallets: readonly string[], now: Date) {
  const signings = lines.filter(({ event, payer }) => event === 'signing' && payer && wallets.includes(payer))
  const own = new Set(signings.map(({ call }) => call))
  const ended = lines.filter(({ event, call }) => own.has(call) && ['settled', 'in_doubt'].includes(event))
  const endOf = ({ url, days }: LinkedPass, isPaid: boolean): HeldPass => {
    const bought = signings.filter(
      (one) =>
        one.url === url && ended.some(({ call, event }) => call === one.call && (!isPaid || event === 'settled')),
    )
    const end = bought.reduce((until, { at }) => Math.max(Date.parse(at), until) + days * DAY_MS, 0)
    return { url, until: new Date(end), network: bought.at(-1)?.network ?? '' }
  }
  return {
    /** The pass that lasts longest, where one has not ended. `isPaid`: not one whose payment is in doubt. */
    findHeld: (passes: LinkedPass[], { isPaid = false } = {}): HeldPass | null =>
      passes
        .map((pass) => endOf(pass, isPaid))
        .filter(({ until }) => until > now)
        .sort((one, other) => other.until.getTime() - one.until.getTime())[0] ?? null,
    /** The call that signed for it first, however that ended; undefined for none. */
    firstCallFor: ({ url }: LinkedPass) => signings.find((one) => one.url === url)?.call,
    /** The sum paid for things that it opens, within as many days as it lasts, in micro-dollars. */
    spentWithin: ({ url, days }: LinkedPass): bigint =>
      ended
        .filter(({ at, passes }) => passes?.includes(url) && Date.parse(at) > now.getTime() - days * DAY_MS)
        .reduce((sum, { amount = '0', network = '' }) => {
          const asset = assetOf(network)
          return asset ? sum + toMicros(BigInt(amount), asset.decimals) : sum
        }, 0n),
  }
}

type Choice = { policy: PassPolicy; book: ReturnType<typeof passBook>; priceMicros: bigint; maxDollars: string }

/**
 * The cheapest pass to buy instead of paying a price; null for none. By policy once half of what it costs was paid, with
 * that price, for what it opens, and never a second time: that would be a silent renewal.
 */
export function choosePass(passes: LinkedPass[], { policy, book, priceMicros, maxDollars }: Choice): LinkedPass | null {
  const [cheapest] = passes
    .filter(
      (pass) =>
        policy === 'now' ||
        (policy === 'buy' &&
          pass.micros <= parseDollars(maxDollars, 6) &&
          book.firstCallFor(pass) === undefined &&
          (book.spentWithin(pass) + priceMicros) * 2n >= pass.micros),
    )
    .sort((one, other) => (one.micros < other.micros ? -1 : 1))
  return cheapest ?? null
}
