import { trace } from '@opentelemetry/api'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { svmDevnetSigner } from '@/development/devnet/wallets'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { type BuyerPayment, createEvmBuyer, createSvmBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { startTracing } from '@/lib/base/infra/tracing'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'

type Told = { key: string; value: { stringValue?: string } }
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Told[] }
type Export = { resourceSpans: { resource: { attributes: Told[] }; scopeSpans: { spans: Span[] }[] }[] }

const { url } = await openTestDatabase()
const world = testWorld()
const received: { path: string; text: string; authorization: string | null }[] = []

const collector = await serveFetch(async (request) => {
  const authorization = request.headers.get('authorization')
  received.push({ path: new URL(request.url).pathname, text: await request.text(), authorization })
  return Response.json({})
})
const option = { scheme: 'exact', price: '$0.001', payTo: `0x${'7'.repeat(40)}`, network: BASE_SEPOLIA } as const
const solana = { ...option, payTo: (await svmDevnetSigner('seller')).address, network: SOLANA_DEVNET } as const
const handler = () => Response.json({ word: 'what was bought' })
const site = await startTestSite({
  databaseUrl: url,
  gas: await createGasKeys(world),
  routes: { 'GET /word': { config: { accepts: [option, solana] }, handler } },
})
afterEach(() => void received.splice(0))
afterAll(async () => {
  await collector.stop()
  await site.stop()
})

const textsOf = (attributes: Told[]) => Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]))
const exported = () => received.flatMap(({ text }) => (JSON.parse(text) as Export).resourceSpans)
const spansOf = () => exported().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))

/** The spans as a tree, by name and outcome, in the order in which they ended. */
function treeOf(spans: Span[], parent?: string): object {
  return spans
    .filter(({ parentSpanId }) => (parentSpanId || undefined) === parent)
    .map(({ name, spanId, attributes }) => {
      const below = treeOf(spans, spanId)
      const line = `${name}: ${textsOf(attributes)['x402.outcome']}`
      return Array.isArray(below) && below.length > 0 ? { [line]: below } : line
    })
}

/** Every piece of text in the request, and the query, which stands for private data in addresses. */
function secretsOf({ headers, payload }: BuyerPayment, address: string): string[] {
  const texts = [...JSON.stringify(payload.payload).matchAll(/"([\w+/=-]{32,})"/g)].map(([, text = '']) => text)
  return [...Object.values(headers), ...texts, address, 'invitation-of-somebody', 'what was bought']
}

it('tells one payment as one trace, from the gate through the facilitator to the chain, and nothing of who paid', async () => {
  const buyers = [await createEvmBuyer(world, 1_000n), await createSvmBuyer(world, 1_000n)]
  for (const [index, buyer] of buyers.entries()) {
    const stopTracing = startTracing({ endpoint: `${collector.origin}/`, instanceId: 'one' })
    const asked = `${site.origin}/word?code=invitation-of-somebody`
    const signed = await buyer.sign(asked)
    expect((await fetch(asked, { headers: signed.headers })).status).toBe(200)
    await stopTracing()
    expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
    expect(textsOf(exported()[0]?.resource.attributes ?? [])).toMatchObject({ 'service.name': 'turnpike' })
    const spans = spansOf()
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
    expect(treeOf(spans)).toEqual([
      {
        'gate.pay: 200': [
          { 'facilitator.verify: valid': ['chain.assess: admitted'] },
          'gate.handler: 200',
          { 'facilitator.settle: settled': ['chain.send: sent', 'chain.confirm: settled'] },
        ],
      },
    ])
    const sent = JSON.stringify(received).toLowerCase()
    for (const secret of secretsOf(signed, buyer.address)) expect(sent).not.toContain(secret.toLowerCase())
    expect(sent).toContain([BASE_SEPOLIA, SOLANA_DEVNET][index]?.toLowerCase())
    received.splice(0)
  }
})

it('leaves out what spans of the framework say of addresses and errors', async () => {
  const stopTracing = startTracing({ endpoint: collector.origin, instanceId: 'one' })
  const keyed = 'https://node.test/v2/key-of-the-node?token=secret-word'
  const span = trace.getTracer('next.js').startSpan(`fetch POST ${keyed}`, {
    attributes: {
      'http.url': keyed,
      'http.method': 'POST',
      'net.peer.name': 'node.test',
      'http.target': '/x?secret-word',
    },
  })
  span.recordException(new Error('secret-word of an error'))
  span.setStatus({ code: 2, message: 'secret-word of a status' })
  span.end()
  await stopTracing()
  expect(spansOf().map(({ name, attributes }) => [name, textsOf(attributes)])).toEqual([
    ['fetch POST node.test', { 'http.method': 'POST', 'net.peer.name': 'node.test' }],
  ])
  expect(JSON.stringify(received)).not.toMatch(/secret-word|key-of-the-node/)
})

it('names the service and brings the headers that the standard variables say', async () => {
  vi.stubEnv('OTEL_SERVICE_NAME', 'my shop')
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20collector')
  const stopTracing = startTracing({ endpoint: collector.origin, instanceId: 'one' })
  trace.getTracer('next.js').startSpan('a span').end()
  await stopTracing()
  vi.unstubAllEnvs()
  expect(textsOf(exported()[0]?.resource.attributes ?? [])).toMatchObject({ 'service.name': 'my shop' })
  expect(received[0]?.authorization).toBe('Bearer collector')
})
