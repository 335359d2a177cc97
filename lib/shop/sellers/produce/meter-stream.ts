import type { Metering } from '../routes/route-input'
import { countCharacters, priceOf, started } from './compute-charge'
import { countEvents, type EventCount, noEvents } from './count-events'

export type StreamTerms = {
  decimals: number
  /** Sets the cost of everything sent so far, in atomic units. */
  setAmount: (amount: string) => void
}

type Sent = { bytes: number; characters: number; counted: EventCount }

/** Passes a body on, and tells the cost before each part leaves. Stops its source where that cost is refused. */
export function meterStream(
  body: ReadableStream<Uint8Array>,
  metering: Metering,
  { decimals, setAmount }: StreamTerms,
): ReadableStream<Uint8Array> {
  const startedAt = performance.now()
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  let sent: Sent = { bytes: 0, characters: 0, counted: noEvents }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        sent = {
          bytes: sent.bytes + value.byteLength,
          characters: sent.characters + countCharacters(value),
          counted: countEvents(value, sent.counted),
        }
        try {
          setAmount(costSoFar(metering, sent, { elapsedMs: performance.now() - startedAt, decimals }).toString())
        } catch (error) {
          await reader.cancel('The buyer has signed for no more.').catch(() => undefined)
          throw error
        }
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
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
