import { type Span, trace } from '@opentelemetry/api'
import { afterEach, expect, it } from 'vitest'
import { traced } from './traced'

afterEach(() => trace.disable())

it('tells an exporter of the outcome, and lets results and failures through', async () => {
  const events: unknown[] = []
  const span = {
    setAttribute: (name: string, value: unknown) => events.push([name, value]),
    setStatus: (status: unknown) => events.push(status),
    end: () => events.push('end'),
  } as unknown as Span // What the code under test uses of one.
  const tracer = {
    startSpan: () => span,
    startActiveSpan: (name: string, _options: unknown, run: (span: Span) => unknown) => {
      events.push(name)
      return run(span)
    },
  }
  trace.setGlobalTracerProvider({ getTracer: () => tracer as never })
  expect(await traced('facilitator.settle', {}, async () => 7, String)).toBe(7)
  expect(events).toEqual(['facilitator.settle', ['x402.outcome', '7'], 'end'])
  const failure = traced('facilitator.settle', {}, () => Promise.reject(new TypeError('no')), String)
  await expect(failure).rejects.toThrow('no')
  expect(events.at(-2)).toEqual(['error.type', 'TypeError'])
})
