import type { Metering } from '../routes/route-input'
import { computeCharge, countCharacters, priceOf, started } from './compute-charge'
import { countEvents, type EventCount, noEvents } from './count-events'

export type StreamTerms = {
  /** The amount that the buyer signed for, where it is final; null where more may be signed during the stream. */
  maximumAtomic: bigint | null
  decimals: number
  /** Sets the cost of everything sent so far, in atomic units. */
  setAmount: (amount: string) => void
  /** Trailers, once the body was read to its end. */
  trailers: () => Readonly<Record<string, string>>
}

type Sent = { bytes: number; characters: number; counted: EventCount }

/**
 * Passes a body on, and tells the cost before each part leaves. Ends where the next byte would cost more than the buyer
 * has signed for; a part is cut there. Once all was sent, a trailer may name another amount within the signed one. A
 * buyer who disconnects never gets a trailer, so the counted amount stays.
 */
export function meterStream(
  body: ReadableStream<Uint8Array>,
  metering: Metering,
  { maximumAtomic, decimals, setAmount, trailers }: StreamTerms,
): ReadableStream<Uint8Array> {
  const startedAt = performance.now()
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  let sent: Sent = { bytes: 0, characters: 0, counted: noEvents }
  let isFull = false
  const costOf = (next: Sent) => costSoFar(metering, next, { elapsedMs: performance.now() - startedAt, decimals })
  const fits = (next: Sent) => maximumAtomic === null || costOf(next) <= maximumAtomic
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = isFull ? { done: true as const, value: undefined } : await reader.read()
        if (next.done) {
          const saidAtomic = isFull ? null : amountInTrailer(metering, trailers(), { maximumAtomic, decimals })
          if (saidAtomic !== null) setAmount(saidAtomic.toString())
          return controller.close()
        }
        const part = longest(next.value, (piece) => fits(add(sent, piece)))
        if (part.byteLength < next.value.byteLength) {
          isFull = true
          await reader.cancel('The buyer has signed for no more.').catch(() => undefined)
        }
        if (part.byteLength === 0) return controller.close()
        sent = add(sent, part)
        setAmount(costOf(sent).toString())
        controller.enqueue(part)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** Null where no trailer names an amount within the maximum, and out of a channel, where each part is paid before it leaves. */
function amountInTrailer(
  metering: Metering,
  trailers: Readonly<Record<string, string>>,
  { maximumAtomic, decimals }: Pick<StreamTerms, 'maximumAtomic' | 'decimals'>,
): bigint | null {
  if (!('trailer' in metering) || metering.trailer === undefined || maximumAtomic === null) return null
  const usage = { body: new Uint8Array(), headers: {}, trailers, elapsedMs: 0 }
  const charge = computeCharge({ unit: 'header', name: metering.trailer }, usage, { maximumAtomic, decimals })
  return charge.ok ? charge.amountAtomic : null
}

const add = (sent: Sent, piece: Uint8Array): Sent => ({
  bytes: sent.bytes + piece.byteLength,
  characters: sent.characters + countCharacters(piece),
  counted: countEvents(piece, sent.counted),
})

/** The longest beginning of a part that fits; costs only grow, so it is found by bisection. */
function longest(part: Uint8Array, fits: (piece: Uint8Array) => boolean): Uint8Array {
  if (fits(part)) return part
  let [least, most] = [0, part.byteLength]
  while (least + 1 < most) {
    const middle = Math.floor((least + most) / 2)
    if (fits(part.subarray(0, middle))) least = middle
    else most = middle
  }
  return part.subarray(0, least)
}

function costSoFar(
  metering: Metering,
  { bytes, characters, counted }: Sent,
  { elapsedMs, decimals }: { elapsedMs: number; decimals: number },
): bigint {
  const price = (count: bigint) => priceOf('dollars' in metering ? (metering.dollars ?? '$0') : '$0', count, decimals)
  switch (metering.unit) {
    case 'call':
      return price(1n)
    case 'byte':
      return price(BigInt(bytes))
    case 'thousand_characters':
      return price(started(characters, 1000))
    case 'second':
      return price(started(Math.max(elapsedMs, 1), 1000))
    case 'event':
      return price(BigInt(counted.events))
    // A streamed route with such a rule is refused when it is made.
    case 'json_field':
    case 'header':
      throw new Error(`A stream cannot be metered by ${metering.unit}.`)
  }
}
