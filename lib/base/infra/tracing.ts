import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import { withoutSecrets } from './span-without-secrets'

/**
 * Sends this process's spans to an OpenTelemetry collector (OTLP over HTTP, JSON) at `endpoint`, a base URL.
 * Import it lazily: a process without a collector loads none of it. An unreachable collector costs its spans only.
 * Returns a function that sends the rest and ends it.
 */
export function startTracing({ endpoint, instanceId }: { endpoint: string; instanceId: string }): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5_000 })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'turnpike', 'service.instance.id': instanceId }),
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
