import { ceilFine, parseFineDollars, roundFine } from '@/lib/base/x402/money'
import { resolveSettlementOverride, SettlementOverrideError } from '@/lib/base/x402/settlement-override'
import type { Metering } from '../routes/route-input'

const [LF, CR, COLON] = [0x0a, 0x0d, 0x3a]

/** The state of a count of events: within a line, and within an event. */
const noEvents = { events: 0, isAtLineStart: true, isComment: false, isWithin: false, wasReturn: false }
type EventCount = typeof noEvents

/**
 * Counts the events of a `text/event-stream` as they begin: an event is a block of lines between empty ones that has
 * more than comments. Continues from the state before.
 */
function countEvents(bytes: Uint8Array, before: EventCount): EventCount {
  let { events, isAtLineStart, isComment, isWithin, wasReturn } = before
  for (const byte of bytes) {
    const isSecondOfTwo = byte === LF && wasReturn
    wasReturn = byte === CR
    if (isSecondOfTwo) continue
    if (byte === LF || byte === CR) {
      if (isAtLineStart) isWithin = false
      isAtLineStart = true
      continue
    }
    if (isAtLineStart) isComment = byte === COLON
    isAtLineStart = false
    if (isComment || isWithin) continue
    isWithin = true
    events += 1
  }
  return { events, isAtLineStart, isComment, isWithin, wasReturn }
}

export type Usage = {
  body: Uint8Array
  /** By lower-case names. */
  headers: Readonly<Record<string, string>>
  trailers: Readonly<Record<string, string>>
  elapsedMs: number
}

type ChargeLimits = { maximumAtomic: bigint; decimals: number }

/** The answer's cost in atomic units; or why it is unknown, in which case nothing may be charged. */
export type Charge = { ok: true; amountAtomic: bigint } | { ok: false; message: string }

/**
 * Counts an upstream's answer by the seller's rule. A counted amount is capped at `maximumAtomic`, which the buyer
 * signed for; a larger amount that the upstream names itself is refused.
 */
export function computeCharge(metering: Metering, usage: Usage, limits: ChargeLimits): Charge {
  const { maximumAtomic, decimals } = limits
  const atMost = (amountAtomic: bigint): Charge => ({
    ok: true,
    amountAtomic: amountAtomic < maximumAtomic ? amountAtomic : maximumAtomic,
  })
  if (metering.unit === 'header') return headerAmount(metering.name, headerOrTrailer(usage, metering.name), limits)
  if (metering.unit === 'json_field') {
    const value = readField(usage.body, metering.field)
    const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
    if (metering.holds === 'dollars') return namedAmount(metering.field, text, limits)
    if (!/^\d{1,15}$/.test(text)) return { ok: false, message: `Expected a count in "${metering.field}".` }
    return atMost(priceOf(metering.dollars ?? '$0', BigInt(text), decimals))
  }
  return atMost(priceOf(metering.dollars, counterOf(metering.unit)(usage.body, usage.elapsedMs), decimals))
}

type CountedUnit = Exclude<Metering['unit'], 'header' | 'json_field'>

/** Counts an answer part by part; each call returns the count of all parts so far. */
function counterOf(unit: CountedUnit): (part: Uint8Array, elapsedMs: number) => bigint {
  let sum = 0
  let found = noEvents
  return (part, elapsedMs) => {
    switch (unit) {
      case 'call':
        return 1n
      case 'byte':
        return BigInt((sum += part.byteLength))
      case 'thousand_characters':
        return thousandsIn((sum += countCharacters(part)))
      case 'second':
        return thousandsIn(Math.max(elapsedMs, 1))
      case 'event':
        found = countEvents(part, found)
        return BigInt(found.events)
    }
  }
}

/** A trailer can tell the cost of making the body; a header of the same name was sent first and has precedence. */
function headerOrTrailer({ headers, trailers }: Usage, name: string): string | undefined {
  const field = name.toLowerCase()
  return [headers, trailers].find((fields) => Object.hasOwn(fields, field))?.[field]
}

function namedAmount(field: string, text: string, limits: ChargeLimits): Charge {
  if (!/^\$?\d{1,12}(\.\d{1,18})?$/.test(text)) return { ok: false, message: `Expected dollars in "${field}".` }
  const amountAtomic = roundFine(parseFineDollars(text.startsWith('$') ? text : `$${text}`, limits.decimals))
  if (amountAtomic > limits.maximumAtomic) {
    return { ok: false, message: `The amount in "${field}" is above the maximum that the buyer signed for.` }
  }
  return { ok: true, amountAtomic }
}

/** Reads any of the three formats of a settlement override. Source: service spec 2.9. */
function headerAmount(name: string, value: string | undefined, limits: ChargeLimits): Charge {
  if (value === undefined) return { ok: false, message: `The answer has no header or trailer "${name}".` }
  try {
    return { ok: true, amountAtomic: resolveSettlementOverride(value, limits) }
  } catch (error) {
    if (error instanceof SettlementOverrideError) return { ok: false, message: error.message }
    throw error
  }
}

/** A price times a count, rounded up once, at the end, to a whole atomic unit. */
function priceOf(dollars: string, count: bigint, decimals: number): bigint {
  return ceilFine(parseFineDollars(dollars, decimals) * count)
}

/** A thousand that has begun counts. */
const thousandsIn = (count: number): bigint => BigInt(Math.ceil(count / 1000))

/** Counts characters as people do: code points. */
function countCharacters(body: Uint8Array): number {
  let count = 0
  for (const byte of body) if ((byte & 0xc0) !== 0x80) count += 1
  return count
}

export function readField(body: Uint8Array, field: string): unknown {
  try {
    let value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    for (const name of field.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
      value = (value as Record<string, unknown>)[name]
    }
    return value
  } catch {
    return undefined // No JSON holds no amount; the caller says so.
  }
}

export type StreamTerms = {
  decimals: number
  /** Sets the cost of everything sent so far, in atomic units. */
  setAmount: (amount: string) => void
}

/** Passes a body on, and tells the cost before each part leaves. Stops its source where that cost is refused. */
export function meterStream(
  body: ReadableStream<Uint8Array>,
  metering: Metering,
  { decimals, setAmount }: StreamTerms,
): ReadableStream<Uint8Array> {
  // A streamed route with such a rule is refused when it is made.
  if (metering.unit === 'header' || metering.unit === 'json_field')
    throw new Error(`A stream cannot be metered by ${metering.unit}.`)
  const { unit, dollars } = metering
  const startedAt = performance.now()
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  const count = counterOf(unit)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        try {
          setAmount(priceOf(dollars, count(value, performance.now() - startedAt), decimals).toString())
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
