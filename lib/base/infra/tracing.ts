import { type Attributes, context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'

/**
 * Sends this process's spans to an OpenTelemetry collector (OTLP over HTTP, JSON) at `endpoint`, a base URL.
 * Import it lazily: a process without a collector loads none of it. An unreachable collector costs its spans only.
 * Returns a function that sends the rest and ends it.
 */
export function startTracing({ endpoint, instanceId }: { endpoint: string; instanceId: string }): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5_000 })
  const named = detectResources({ detectors: [envDetector] })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'turnpike', 'service.instance.id': instanceId }).merge(named),
    spanProcessors: [new BatchSpanProcessor(sendingNoSecrets(exporter))],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    trace.disable()
    context.disable()
    // Spans that an absent collector does not take are lost: the process waits no longer for it.
    await provider.shutdown().catch(() => null)
  }
}

const sendingNoSecrets = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) => exporter.export(spans.map(withoutSecrets), done),
  forceFlush: async () => exporter.forceFlush?.(),
  shutdown: () => exporter.shutdown(),
})

/** Attributes that spans may carry; the framework's also hold whole addresses, with keys of RPC nodes and queries. */
const toldAttributes = new Set([
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
])

/** The span as it may leave: only known attributes, no address in its name, no words of an error. */
const withoutSecrets = (span: ReadableSpan): ReadableSpan =>
  Object.assign(Object.create(span), {
    name: nameOf(span.name, span.attributes),
    status: { code: span.status.code },
    attributes: Object.fromEntries(Object.entries(span.attributes).filter(([name]) => toldAttributes.has(name))),
    links: [],
    events: [],
  })

function nameOf(name: string, attributes: Attributes): string {
  if (!/[?#]|:\/\//.test(name)) return name
  return ['fetch', attributes['http.method'], attributes['net.peer.name']].filter(Boolean).join(' ')
}
