import { describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestKey, createTestSeller, priceOf } from '@/development/testing/test-seller'

const site = await openTestSite()
let secret = ''

const seller = await createTestSeller(site)
const scopes = ['shop:read', 'shop:write', 'routes:read', 'routes:write', 'audit:read'] as const
secret = (await createTestKey(site, seller, { name: 'Two writers', scopes: [...scopes] })).secret

async function ask(method: string, path: string, body?: unknown, ifMatch?: string) {
  const answer = await site.application.sellerApi(
    new Request(`${site.origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  return { status: answer.status, etag: answer.headers.get('etag') ?? '', json: JSON.parse(await answer.text()) }
}

let places = 0
const article = (more: object = {}) => ({
  ...{ kind: 'article', title: 'A text', method: 'GET', path: `/text-${places}`, price: priceOf('$0.01') },
  ...{ body: 'The first text.', ...more },
})
const service = (title: string) => ({
  ...{
    title,
    prefix: `/service-${places}`,
    upstream: { url: 'http://127.0.0.1:8080' },
    networks: priceOf('').networks,
  },
  operations: [{ method: 'GET', path: '/a', title: 'A', dollars: '$0.01' }],
})

const things = [
  {
    what: 'a route',
    make: async () => {
      places += 1
      return `/routes/${(await ask('POST', '/routes', article())).json.routeId}`
    },
    read: (at: string) => at,
    said: (title: string) => article({ title }),
  },
  {
    what: 'a gateway',
    make: async () => {
      places += 1
      return `/gateways/${(await ask('POST', '/gateways', service('A service'))).json.gatewayId}`
    },
    read: (at: string) => at,
    said: service,
  },
  { what: 'the profile', make: async () => '/shop/profile', read: () => '/shop', said: (name: string) => ({ name }) },
]

describe.each(things)('$what with two writers', ({ make, read, said }) => {
  it('is not changed by the second, who is told when and by whom; nor where the first changed nothing since', async () => {
    const at = await make()
    const { etag } = await ask('GET', read(at))
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    expect((await ask('PUT', at, said('First'), etag)).status).toBe(200)
    const stale = await ask('PUT', at, said('Second'), etag)
    expect(stale).toMatchObject({ status: 412, json: { code: 'CHANGED_MEANWHILE' } })
    expect(stale.json.detail).toMatch(/\(\d{4}-\d\d-\d\d \d\d:\d\d UTC, by the key “.+”\)/)
    const now = await ask('GET', read(at))
    expect(JSON.stringify(now.json)).toContain('First')
    expect((await ask('PUT', at, said('Second'), `W/${now.etag}`)).status).toBe(200)
  })

  it('is changed without If-Match, by `*`, and by any of several tags', async () => {
    const at = await make()
    const { etag } = await ask('GET', read(at))
    expect((await ask('PUT', at, said('Third'), `"other", ${etag}`)).status).toBe(200)
    expect((await ask('PUT', at, said('Fourth'), '*')).status).toBe(200)
    expect((await ask('PUT', at, said('Fifth'))).status).toBe(200)
  })
})
