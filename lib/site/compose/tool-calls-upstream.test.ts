import { readFileSync } from 'node:fs'
import { type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { load } from 'js-yaml'
import createClient, { createQuerySerializer } from 'openapi-fetch'
import { expect, it } from 'vitest'
import { runSteps } from '@/development/testing/run-steps'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { safeFetch, safeStream } from '@/lib/base/infra/safe-fetch'
import { declaredHeaders } from '@/lib/base/x402/bazaar-declaration'
import { offerRoute } from '@/lib/mcp/offer-route'
import { parseDocument } from '@/lib/shop/sellers/gateways/documents/parse-document'
import { type DescribedOperation, readOperations } from '@/lib/shop/sellers/gateways/documents/read-operations'
import { operationAddress } from '@/lib/shop/sellers/gateways/gateway-input'
import { produceFromUpstream } from '@/lib/shop/sellers/produce/produce-from-upstream'
import { describeTool } from '@/lib/shop/sellers/routes/describe-tool'
import { deriveSealKey } from '@/lib/shop/sellers/seal'

/**
 * For each operation of a document: what a tool's call asks of the service is what a client of others asks, which is
 * told by the document how values are written.
 */
type Parameter = { name: string; in: string; schema: { type?: string }; style?: string; explode?: boolean }
type Media = { schema: { properties?: Record<string, unknown> }; encoding?: Record<string, { style: string }> }
type Call = Partial<Record<'path' | 'query' | 'header', Record<string, unknown>>> & { body?: unknown }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  'x-call': Call
}

type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }
const asked: Asked[] = []
const { origin } = await serveNode((request, response) => {
  buffer(request)
    .then((body) => {
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
    })
    .catch(() => response.destroy())
})

const text = readFileSync(new URL('testing/thirty-operations.yaml', import.meta.url), 'utf8')
const { paths } = load(text) as { paths: Record<string, Record<string, Operation>> }
const { operations } = runSteps(readOperations(parseDocument(text), { maximum: 200, url: null }))
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

it('all thirty are read, and nothing of them is lost but the fields of XML', () => {
  expect(operations).toHaveLength(30)
  expect(operations.flatMap(({ unread }) => unread.map(({ key }) => key))).toEqual(['unread.fields'])
  expect(operations.every(({ problem, isCallable }) => problem === null && isCallable)).toBe(true)
})

it.each(described.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', async (_name, one) => {
  const operation = operations.find(({ method, path }) => method === one.method && path === one.path)
  if (!operation) throw new Error('Expected it to be read.')
  await callAsTool(operation, one.operation['x-call'])
  await callAsOthers(one)
  const [ours, theirs] = await Promise.all(asked.splice(0).map(inWords))
  expect(ours).toEqual(theirs)
})

async function callAsTool(operation: DescribedOperation, call: Call): Promise<void> {
  const { method, discovery } = operation
  const address = operationAddress('/x/shop/api', operation.path)
  const shape = describeTool(
    { discovery: { isListed: true, ...discovery }, description: '', query: operation.query },
    { title: operation.title, method, path: address?.path ?? '' },
  )
  const context = {
    sealKey: deriveSealKey('a secret of thirty-two characters'),
    ...{
      reach: 'loopback' as const,
      openHosts: new Set<string>(),
      publicOrigin: 'https://shop.example',
      fetch: safeFetch,
      stream: safeStream,
    },
    clock: () => new Date(),
  }
  const upstream = {
    ...{ routeId: 'r', routeKey: `${method} ${address?.path}`, sealedHeaders: null, signing: null },
    ...{ url: `${origin}${address?.upstreamPath}`, timeoutMs: 5_000, maxBytes: 1_000_000, streamsUpload: false },
    ...{ headers: declaredHeaders(discovery.inputSchema), chargeOn: 'body' as const, isPaidFirst: false },
  }
  const offer = offerRoute({
    ...shape,
    ...{ name: 'tool', title: 'Tool', accepts: [], origin: 'https://shop.example' },
    method: method === 'HEAD' ? 'GET' : method,
    handler: async (request, { params }) =>
      (await produceFromUpstream(context, upstream, { request, params, buyer: { kind: 'anyone' } })).response,
  })
  const buyer = { kind: 'payment' as const, ...{ paymentId: '1', payer: '0x1', network: 'eip155:84532' } }
  const paid = {
    buyer: { ...buyer, scheme: 'exact' as const, maximumAtomic: 1n },
    ...{ meter: { setAmount() {}, charge() {} }, signal: AbortSignal.timeout(10_000) },
  }
  expect(await offer.run(argumentsOf(call, shape.places), paid)).toMatchObject({ structuredContent: { ok: true } })
}

/** The values of a call under the names of the tool's arguments. */
function argumentsOf(call: Call, places: ReturnType<typeof describeTool>['places']): Record<string, unknown> {
  const given = new Map<string, unknown>()
  for (const place of ['path', 'query', 'header'] as const)
    for (const [name, value] of Object.entries(call[place] ?? {})) given.set(`${place} ${name}`, value)
  given.set('wholeBody body', inBase64(call.body))
  for (const [name, value] of Object.entries(Object(call.body))) given.set(`body ${name}`, inBase64(value))
  return Object.fromEntries(
    Object.entries(places).flatMap(([argument, all]) => {
      const found = all.map((place) => `${place.in} ${place.name}`).find((key) => given.has(key))
      return found === undefined ? [] : [[argument, given.get(found)]]
    }),
  )
}

const isFile = (value: unknown): value is { $base64: string } => Object.hasOwn(Object(value), '$base64')
const inBase64 = (value: unknown): unknown => (isFile(value) ? value.$base64 : value)
const fileOf = (value: { $base64: string }, name: string, type = 'application/octet-stream') =>
  new File([Buffer.from(value.$base64, 'base64')], name, { type })

type Styles = NonNullable<Parameters<typeof createQuerySerializer>[0]>

/** That client's own options: one style for the lists of a request, and one for its objects. */
function stylesOf(values: { type: string; style?: string; explode?: boolean }[]): Styles {
  const of = (type: string) => values.find((value) => value.type === type)
  const [list, object] = [of('array'), of('object')]
  const said = ({ style = 'form', explode = style === 'form' || style === 'deepObject' }: typeof list & object) => ({
    style,
    explode,
  })
  return { ...(list && { array: said(list) }), ...(object && { object: said(object) }) } as Styles
}

async function callAsOthers({ method, path, operation }: (typeof described)[number]): Promise<void> {
  const { path: inPath, query, header, body } = operation['x-call']
  const [[type, media] = [null, null]] = Object.entries(operation.requestBody?.content ?? {})
  const inQuery = (operation.parameters ?? []).filter((one) => one.in === 'query')
  const parameters = new Map(inQuery.map((one) => [one.name, one]))
  // Its options hold for a whole request, so each parameter is written by its own.
  const querySerializer = (values: Record<string, unknown>) =>
    Object.entries(values)
      .map(([name, value]) => {
        const { style, explode } = parameters.get(name) ?? {}
        const kind = Array.isArray(value) ? 'array' : 'object'
        const writing = { type: kind, ...(style && { style }), ...(explode !== undefined && { explode }) }
        return createQuerySerializer(stylesOf([writing]))({ [name]: value })
      })
      .filter((text) => text !== '')
      .join('&')
  const client = createClient({ baseUrl: origin })
  const { response } = await client.request(
    method.toLowerCase() as 'get',
    path as never,
    {
      params: { path: inPath, query, header },
      ...(body !== undefined && { body }),
      ...(type !== null && type !== 'multipart/form-data' && { headers: { 'Content-Type': type } }),
      querySerializer,
      ...(type && !/json$/.test(type) && { bodySerializer: () => bodyFor(type, media, body) }),
    } as never,
  )
  expect(response.status).toBe(200)
}

/** Code that users write for that client, by its documentation; JSON it writes itself. */
function bodyFor(type: string, media: Media | null, body: unknown): unknown {
  if (isFile(body)) return fileOf(body, 'body')
  if (type === 'application/x-www-form-urlencoded') {
    const deep = Object.keys(media?.encoding ?? {}).length > 0
    return createQuerySerializer({ ...(deep && { object: { style: 'deepObject', explode: true } }) })(body as never)
  }
  if (type !== 'multipart/form-data') return body
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(body)))
    for (const one of [value].flat()) {
      const said = (media?.schema.properties?.[name] ?? {}) as { contentMediaType?: string }
      form.append(name, isFile(one) ? fileOf(one, name, said.contentMediaType) : String(one))
    }
  return form
}

/** A request without what is of the connection only. `%20` and `+`, and brackets and commas written either way, are one. */
async function inWords({ method, url, headers, body }: Asked) {
  const { pathname, searchParams } = new URL(url, origin)
  const { 'content-type': type = null } = headers
  const own = Object.entries(headers).filter(([name]) => /^(x-|idempotency-key)/.test(name))
  const said = {
    method,
    pathname: pathname.replaceAll('%2C', ','),
    query: [...searchParams],
    own,
    type: type?.split(';')[0] ?? null,
  }
  if (type?.startsWith('multipart/')) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    const parts = [...form].map(async ([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, value.name, value.type, await value.text()],
    )
    return { ...said, body: await Promise.all(parts) }
  }
  if (type?.includes('urlencoded')) return { ...said, body: [...new URLSearchParams(body.toString())] }
  return { ...said, body: type?.includes('json') ? JSON.parse(body.toString()) : body.toString('hex') }
}
