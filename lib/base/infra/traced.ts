import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api'

/**
 * Runs a verb inside an OpenTelemetry span. Costs next to nothing until a process registers an exporter.
 * Attributes hold networks, schemes, routes and outcomes; never payers, signatures or payloads.
 */
export async function traced<T>(
  name: string,
  attributes: Attributes,
  run: () => Promise<T>,
  outcomeOf: (result: T) => string,
): Promise<T> {
  return trace.getTracer('turnpike').startActiveSpan(name, { attributes }, async (span) => {
    try {
      const result = await run()
      span.setAttribute('x402.outcome', outcomeOf(result))
      return result
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
      throw error
    } finally {
      span.end()
    }
  })
}
