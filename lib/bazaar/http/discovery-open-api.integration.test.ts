import { afterAll, describe, expect, it } from 'vitest'
import { answer402, bazaar, challenge, createCatalogWorld } from '@/development/testing/catalog-world'
import { findSchemaViolation } from '@/lib/base/x402/json-schema'
import { discoveryOpenApi } from './discovery-open-api'

const world = await createCatalogWorld()
const baseUrl = await world.serveFacilitator()
// Its name is another's, so that an entry has a warning.
const offer = challenge({ resource: { description: 'PayPal' }, extensions: bazaar() })
const seller = await world.serve((request, response) =>
  request.url === '/weather' ? answer402(response, offer) : response.writeHead(404).end(),
)
afterAll(() => world.stop())

type Operation = { responses: Record<string, { content: Record<string, { schema?: object }> }> }
const operationOf = (path: string, method: string) => {
  const document = discoveryOpenApi(baseUrl)
  const paths = withoutReferences(document.paths, document) as Record<string, Record<string, Operation>>
  const operation = paths[path]?.[method]
  if (!operation) throw new Error(`${method} ${path} is not described.`)
  return operation
}

/** That part of the document with its references resolved. */
function withoutReferences(part: unknown, document: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((item) => withoutReferences(item, document))
  if ('$ref' in part) {
    const names = String(part.$ref).split('/').slice(1)
    const target = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document)
    return withoutReferences(target, document)
  }
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withoutReferences(value, document)]))
}

async function violationOf(path: string, method: 'get' | 'post', query = '', body?: object): Promise<string | null> {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const answer = await fetch(`${baseUrl}${path}${query}`, init)
  const type = answer.headers.get('content-type') ?? ''
  const described = operationOf(path, method).responses[answer.status]?.content[type]
  if (!described) return `${answer.status} ${type} is not described`
  return findSchemaViolation(described.schema, await answer.json())
}

describe('what the document says of the discovery endpoints', () => {
  it.each<[string, 'get' | 'post', string, ((url: string) => object) | null]>([
    ['/validate', 'post', '', (url) => ({ url: `${url}/weather`, method: 'GET' })],
    ['/probe', 'post', '', (url) => ({ url: `${url}/nothing`, method: 'GET' })],
    ['/probe', 'post', '', (url) => ({ url: `${url}/weather`, method: 'GET' })],
    ['/probe', 'post', '', () => ({ url: 'nonsense' })],
    ['/probe', 'post', '', (url) => ({ url: `${url}/nothing`, method: 'GET' })],
    ['/resources', 'get', '?limit=1', null],
    ['/resources', 'get', '?limit=0', null],
    ['/search', 'get', '?query=oslo', null],
    ['/search', 'get', '', null],
    ['/owner', 'post', '', () => ({})],
  ])('%s %s%s holds', async (path, method, query, body) => {
    expect(await violationOf(path, method, query, body?.(seller))).toBeNull()
    // Less than a host's pause, so that some of these come too soon and are refused for it.
    world.advance(1_500)
  })

  it('names every endpoint that there is', () => {
    const described = Object.keys(discoveryOpenApi(baseUrl).paths ?? {}).map((path) => path.slice(1))
    expect(described.sort()).toEqual(
      Object.keys(world.catalog.http)
        .filter((name) => !['options', 'openapi', 'searchAs'].includes(name))
        .sort(),
    )
  })
})

describe('the filters of list and search', () => {
  it.each(['/resources?token=0x1', '/search?query=weather&payto=0x1', '/resources?networks=base'])(
    'are refused by name where they are not known: %s',
    async (path) => {
      const answer = await fetch(`${baseUrl}${path}`)
      const name = [...new URL(`http://x${path}`).searchParams.keys()].at(-1)
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { code: 'INVALID_PARAMETER', detail: expect.stringContaining(`parameter ${name} is invalid: not known`) },
      ])
    },
  )

  it('take the network names of version 1', async () => {
    const probe = await fetch(`${baseUrl}/probe`, {
      method: 'POST',
      body: JSON.stringify({ url: `${seller}/weather` }),
    })
    expect(probe.status).toBe(200)
    const found = async (network: string) => {
      const list = (await (await fetch(`${baseUrl}/resources?network=${network}`)).json()) as { items: object[] }
      return list.items.length
    }
    expect([await found('base-sepolia'), await found('eip155:84532')]).toEqual([1, 1])
    expect([await found('base'), await found('solana,base-sepolia')]).toEqual([0, 1])
  })
})
