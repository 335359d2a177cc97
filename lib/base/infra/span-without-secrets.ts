import type { Attributes } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'

/** Attributes that spans may carry; the framework's also hold whole addresses, with keys of RPC nodes and queries. */
const toldAttributes = [
  'error.type',
  'http.method',
  'http.route',
  'http.status_code',
  'net.peer.name',
  'next.route',
  'next.span_type',
  'x402.network',
  'x402.outcome',
  'x402.request_id',
  'x402.route',
  'x402.scheme',
]

/** The span as it may leave: only known attributes, no address in its name, no words of an error. */
export function withoutSecrets(span: ReadableSpan): ReadableSpan {
  const { code } = span.status
  return {
    name: nameOf(span.name, span.attributes),
    kind: span.kind,
    spanContext: () => span.spanContext(),
    parentSpanContext: span.parentSpanContext,
    startTime: span.startTime,
    endTime: span.endTime,
    status: { code },
    attributes: Object.fromEntries(
      toldAttributes.flatMap((name) => (span.attributes[name] === undefined ? [] : [[name, span.attributes[name]]])),
    ),
    links: [],
    events: [],
    duration: span.duration,
    ended: span.ended,
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/** Names a call to another server by its host. */
function nameOf(name: string, attributes: Attributes): string {
  if (!/[?#]|:\/\//.test(name)) return name
  return ['fetch', attributes['http.method'], attributes['net.peer.name']].filter(Boolean).join(' ')
}
