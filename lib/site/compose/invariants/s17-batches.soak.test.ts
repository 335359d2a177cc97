import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CatalogWorld, createCatalogWorld } from '@/development/testing/catalog-world'
import { CALLER_HEADER, callerOf, markCaller } from '@/lib/base/http/caller'
import { createDiscoveryTurns } from '@/lib/bazaar/http/discovery-limit'
import { createDiscoveryTools } from '@/lib/mcp/discovery-tools'
import { fixedTools, type PaidTool, type ToolSource } from '@/lib/mcp/tool'
import { serveStreamableHttp } from '@/lib/mcp/transports'

const facts = { name: 'a', title: 'A', version: '1', instructions: '', fault: (error: unknown) => String(error) }
let world: CatalogWorld
let tools: ToolSource

beforeAll(async () => {
  world = await createCatalogWorld()
  const { catalog } = world
  const { clock } = world.deps
  tools = createDiscoveryTools({ catalog, clock, isDemo: false })
})
afterAll(() => world.stop())
beforeEach(() => world.advance(10_000))

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** Sends one POST with that many calls of a tool. */
async function post(count: number, name: string, input: object, { caller = '198.51.100.1', of = tools } = {}) {
  const call = { jsonrpc: '2.0', method: 'tools/call', params: { name, arguments: input } }
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { ...headers, [CALLER_HEADER]: markCaller(caller) },
    body: JSON.stringify(Array.from({ length: count }, (_, id) => ({ ...call, id }))),
  })
  const response = await serveStreamableHttp(facts, of, request)
  return { status: response.status, answer: await response.json() }
}

/** Counts the answered and the refused calls of six full POSTs. */
async function attack(name: string, input: object) {
  const answers: string[] = []
  for (let round = 0; round < 6; round += 1) {
    const { answer } = await post(20, name, input)
    answers.push(...answer.map((each: object) => JSON.stringify(each)))
  }
  const refused = answers.filter((text) => text.includes('Too many calls. Come back in 1 s.')).length
  return { answered: answers.length - refused, refused }
}

it('counts each search of a batch as HTTP counts a search, and both together', async () => {
  expect(await attack('search_resources', { query: 'weather' })).toEqual({ answered: 100, refused: 20 })
  const admit = createDiscoveryTurns({ ...world.deps, isDemo: false })
  const search = new Request('http://localhost/', { headers: { [CALLER_HEADER]: markCaller('198.51.100.1') } })
  expect(await admit(callerOf(search.headers), 'search')).toEqual({ retryAfterSeconds: 1 })
  const other = await post(1, 'search_resources', { query: 'weather' }, { caller: '198.51.100.2' })
  expect(JSON.stringify(other.answer)).not.toContain('Too many')
})

it('counts each look-up and each question of a batch', async () => {
  expect(await attack('get_resource', { key: 'GET http://localhost:1/a' })).toEqual({ answered: 100, refused: 20 })
  expect(await attack('check_before_paying', { url: 'http://localhost:1/a' })).toEqual({ answered: 10, refused: 110 })
})

it('holds twenty messages at most, and no text that cannot be kept', async () => {
  expect((await post(21, 'get_resource', { key: 'a' })).status).toBe(400)
  expect((await post(1, 'a\0b', {})).status).toBe(400)
  expect((await post(20, 'get_resource', { key: 'a' })).status).toBe(200)
})

it('queues a paid call under its own caller, not with all others', async () => {
  const seen: string[] = []
  const paid: PaidTool = {
    kind: 'paid',
    name: 'buy',
    title: 'Buy',
    description: '',
    inputSchema: { type: 'object' },
    url: 'http://localhost/mcp/tools/buy',
    answer: async ({ headers: sent }) => {
      seen.push(callerOf(sent))
      return Response.json({ content: [] })
    },
    terms: () => Promise.reject(new Error('The test asks for no terms.')),
  }
  await post(2, 'buy', {}, { caller: '198.51.100.3', of: fixedTools([paid]) })
  expect(seen).toEqual(['198.51.100.3', '198.51.100.3'])
})
