import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CatalogWorld, challenge, createCatalogWorld } from '@/development/testing/catalog-world'
import { safeFetch } from '@/lib/base/infra/safe-fetch'
import { privateAddresses } from '@/lib/base/infra/testing/private-addresses'
import { parseListing } from '@/lib/bazaar/ingest/parse-listing'
import { saveEntries } from '@/lib/bazaar/ingest/save-entries'
import { createIcons } from './create-icons'
import { png } from './testing/tiny-images'

let world: CatalogWorld
let port: number
const asked: string[] = []
const answers = new Map<string, (response: ServerResponse) => void>()

/** Icons are at default ports of public names; this network has them all on one port of loopback. */
const fetchHere: typeof safeFetch = (address, options) => {
  const url = new URL(address)
  asked.push(url.pathname)
  url.port = String(port)
  const resolve = async (name: string) => [name === 'private.example.com' ? '10.0.0.7' : '127.0.0.1']
  return noting(safeFetch(url.href, { ...options, allowLoopback: true, resolve }))
}

let fault: string | null = null
/** Notes why a request failed. */
const noting = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error) => {
    fault = error.fault
    throw error
  })

beforeAll(async () => {
  world = await createCatalogWorld({ reach: 'public', fetchIcon: fetchHere })
  const origin = await world.serve((request: IncomingMessage, response) => {
    const answer = answers.get(request.url ?? '')
    if (answer) answer(response)
    else response.writeHead(404).end()
  })
  port = Number(new URL(origin).port)
})
afterAll(() => world.stop())

/** Lists a service with an icon; returns its key. */
async function list(path: string): Promise<string> {
  const iconUrl = `http://icons.example.com${path}`
  const resource = `https://seller.example.com${path}`
  const parsed = parseListing({ ...challenge(), type: 'http', method: 'GET', resource, iconUrl })
  if (!parsed.ok) throw new Error(parsed.code)
  expect(parsed.draft.iconUrl).toBe(iconUrl)
  const provenance = { source: 'imported' as const, sourceLabel: 'test', verification: 'unverified' as const }
  await saveEntries(
    world.database,
    [{ draft: parsed.draft, provenance: { ...provenance, probeUrl: null } }],
    world.deps.clock(),
  )
  return parsed.draft.key
}

it('icons are asked for once, by whoever asks for the picture first', async () => {
  answers.set('/good', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(png(32, 32)))
  const key = await list('/good')
  const { icons } = world.catalog
  expect([icons.mayHave(null), icons.mayHave('http://icons.example.com/good')]).toEqual([false, true])
  expect(await icons.find(key)).toMatchObject({ mediaType: 'image/png', bytes: new Uint8Array(png(32, 32)) })
  expect(await icons.find(key)).toMatchObject({ mediaType: 'image/png' })
  expect(asked.filter((path) => path === '/good')).toHaveLength(1)
})

it.each<[string, string | null, (response: ServerResponse) => void]>([
  ['/svg', null, (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<svg/>')],
  ['/large', 'too_large', (response) => response.writeHead(200).end(Buffer.concat([png(9, 9), Buffer.alloc(200_000)]))],
  ['/bomb', null, (response) => response.writeHead(200).end(png(40_000, 40_000))],
  [
    '/elsewhere',
    'address_refused',
    (response) => response.writeHead(302, { location: 'http://private.example.com/' }).end(),
  ],
  [
    '/metadata',
    'address_refused',
    (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
  ],
])('%s is not shown: %s', async (path, why, answer) => {
  fault = null
  answers.set(path, answer)
  const key = await list(path)
  expect([await world.catalog.icons.find(key), fault]).toEqual([null, why])
  expect(world.catalog.icons.mayHave(`http://icons.example.com${path}`)).toBe(false)
  await world.catalog.icons.find(key)
  expect(asked.filter((each) => each === path)).toHaveLength(1)
})

it.each(privateAddresses)('icons of a name that leads to %s are never asked for', async (address) => {
  const key = await list(`/inside-${privateAddresses.indexOf(address)}`)
  const fetchIcon: typeof safeFetch = (each, options) =>
    noting(safeFetch(each, { ...options, resolve: async () => [address] }))
  expect([await createIcons({ ...world.deps, fetchIcon }).find(key), fault]).toEqual([null, 'address_refused'])
})
