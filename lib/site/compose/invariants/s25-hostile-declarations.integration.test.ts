import { discoverOriginSchema } from '@agentcash/discovery'
import SwaggerParser from '@apidevtools/swagger-parser'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { validateDiscoveryExtension } from '@x402/extensions/bazaar'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { sql } from '@/lib/base/infra/database'
import { oddDeclarations } from '@/lib/base/x402/testing/odd-declarations'
import { listConcerns } from '@/lib/shop/sellers/overview/list-concerns'
import { getRoute } from '@/lib/shop/sellers/routes/routes'
import { createRoute } from '@/lib/shop/sellers/routes/write-route'

const site = await openTestSite({})
const { application } = site
const context = application.sellers
const [honest, hostile] = [await createTestSeller(site), await createTestSeller(site)]
/** Routes of the hostile shop that were saved before the rule, and their URLs. */
const before: { routeId: string; url: string }[] = []
let taken = 0
let served: ServedFetch
let document: { paths: Record<string, unknown> }

const api = (path: string, discovery: object, method = 'POST') => ({
  ...{ kind: 'api', title: `What ${path} does`, method, path, price: priceOf('$0.01'), isTool: true },
  upstream: { url: 'http://127.0.0.1:8080/a' },
  discovery: { isListed: true, ...discovery },
})

/** Names that clients of models refuse, and values that readers mistake for references. */
const oddNames = {
  properties: Object.fromEntries(
    ['uids[]', '$select', 'größe', 'x'.repeat(80), '$ref', '$id', '$anchor', '$dynamicAnchor', '$defs'].map((name) => [
      name,
      { type: 'object', properties: { 'b[]': { type: 'string', default: { $ref: '#/nowhere' } } } },
    ]),
  ),
}

beforeAll(async () => {
  await createRoute(context, honest.actor, api('/honest', { inputSchema: { properties: { q: { type: 'string' } } } }))
  await createRoute(context, hostile.actor, api('/names', { inputSchema: oddNames, outputSchema: oddNames }))
  await createRoute(context, hostile.actor, api('/one/[a]', {}))
  await createRoute(context, hostile.actor, api('/one/[b]', {}, 'GET'))
  for (const [at, { schema, becomes }] of oddDeclarations.entries()) {
    const isTaken = becomes !== null
    const path = `/odd/${at}`
    if (isTaken) taken += 1
    const schemas = { inputSchema: schema, outputSchema: schema }
    // A declaration that is refused now is in the database as it was saved before.
    const made = await createRoute(context, hostile.actor, api(path, isTaken ? schemas : {}))
    if (isTaken) continue
    const json = JSON.stringify({ isListed: true, ...schemas })
    await context.database.execute(sql`
      UPDATE stored_routes SET settings = jsonb_set(settings, '{discovery}', ${json}::jsonb), revision = revision + 1
      WHERE id = ${made.routeId}::uuid`)
    before.push({ routeId: made.routeId, url: made.url })
  }
  served = await serveFetch(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/mcp') return application.mcp.answer(request)
    const text = pathname === '/openapi.json' ? await application.paidDocument(null) : null
    return text === null
      ? new Response(null, { status: 404 })
      : new Response(text, { headers: { 'content-type': 'application/json' } })
  })
  document = (await (await fetch(`${served.origin}/openapi.json`)).json()) as typeof document
})
afterAll(() => served?.stop())

it('a schema that readers would trip over is refused by its field', async () => {
  for (const { what, schema } of oddDeclarations.filter(({ becomes }) => becomes === null)) {
    for (const name of ['inputSchema', 'outputSchema']) {
      const made = createRoute(context, hostile.actor, api('/refused', { [name]: schema }))
      await expect(made, what).rejects.toMatchObject({
        code: 'INPUT_REFUSED',
        fields: { [`discovery.${name}`]: expect.stringMatching(/schema|part/i) },
      })
    }
  }
})

it('the document of all sellers holds every other route', () => {
  const paths = Object.keys(document.paths).filter((path) => path.startsWith('/x/'))
  expect(paths).toContain(`/x/${honest.handle}/honest`)
  expect(paths.filter((path) => path.includes('/odd/'))).toHaveLength(taken)
  expect(paths.filter((path) => path.includes('/one/'))).toHaveLength(1)
  expect(before.length).toBeGreaterThan(10)
})

it('swagger-parser reads it', async () => {
  const copy = structuredClone(document)
  await expect(SwaggerParser.validate(copy as never)).resolves.toMatchObject({ openapi: '3.1.0' })
})

it('the validator of seriousme reads it', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

it('redocly reads it', async () => {
  const rules = Object.fromEntries(
    [
      'struct',
      'no-unresolved-refs',
      'no-identical-paths',
      'path-parameters-defined',
      'operation-parameters-unique',
    ].map((rule) => [rule, 'error' as const]),
  )
  const config = await createConfig({ rules })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  expect(problems.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([])
})

it('the discovery of agentcash lists what is sold', async () => {
  const found = await discoverOriginSchema({ target: served.origin })
  const endpoints = found.found ? found.endpoints.map(({ path }) => path) : [`${found.cause}: ${found.message}`]
  expect(endpoints).toContain(`/x/${honest.handle}/honest`)
  expect(endpoints.filter((path) => path.includes('/odd/'))).toHaveLength(taken)
})

it('the tools of all sellers are plain objects with plain names', async () => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp`)))
  const { tools } = await client.listTools()
  await client.close()
  const own = tools.filter(({ name }) => name.startsWith(`${hostile.handle}__`))
  expect(own.length).toBeGreaterThan(10)
  expect(tools.map(({ name }) => name)).toContain(`${honest.handle}__post_honest`)
  for (const { name, inputSchema } of tools) {
    expect(name).toMatch(/^[\w-]{1,44}$/)
    for (const keyword of ['oneOf', 'anyOf', 'allOf', '$ref', '$defs']) expect(inputSchema).not.toHaveProperty(keyword)
    for (const argument of Object.keys(inputSchema.properties ?? {})) expect(argument).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/)
  }
  const left = before.map(({ url }) => `${hostile.handle}__post_odd_${url.split('/').at(-1)}`)
  expect(own.map(({ name }) => name).filter((name) => left.includes(name))).toEqual([])
})

it('a route from before goes on selling, without a declaration that no catalog reads', async () => {
  const answers = await Promise.all(before.map(({ url }) => fetch(url, { method: 'POST' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([402]))
  for (const answer of answers) expect(((await answer.json()) as Terms).extensions?.bazaar).toBeUndefined()
})

it('the declarations of the others are read by the validator of the SDK', async () => {
  const others = await context.database.storedRoute.findMany({
    where: {
      state: 'live',
      method: 'POST',
      seller: { handle: { in: [honest.handle, hostile.handle] } },
      id: { notIn: before.map(({ routeId }) => routeId) },
    },
  })
  expect(others.length).toBeGreaterThan(10)
  for (const { routeKey } of others) {
    const path = routeKey.slice(routeKey.indexOf(' ') + 1).replaceAll(/[[\]]/g, '')
    const { extensions } = (await (await fetch(site.origin + path, { method: 'POST' })).json()) as Terms
    expect(validateDiscoveryExtension(extensions?.bazaar as never), path).toEqual({ valid: true })
  }
})

it('its seller is told', async () => {
  const { faultyRoutes } = await listConcerns(context, hostile.actor)
  expect(faultyRoutes).toHaveLength(5)
  const [first] = before
  expect(faultyRoutes[0]).toMatchObject({ routeId: first?.routeId, fault: { key: 'declaredSchema.place' } })
  const { faults } = await getRoute(context, hostile.actor, first?.routeId ?? '')
  expect(Object.keys(faults)).toEqual(['discovery.inputSchema', 'discovery.outputSchema'])
  expect((await listConcerns(context, honest.actor)).faultyRoutes).toEqual([])
})

type Terms = { extensions?: { bazaar?: unknown } }
