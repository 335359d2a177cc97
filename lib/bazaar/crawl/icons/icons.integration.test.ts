import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CatalogWorld, challenge, createCatalogWorld } from '@/development/testing/catalog-world'
import { safeFetch } from '@/lib/base/infra/safe-fetch'
import { privateAddresses } from '@/lib/base/infra/testing/private-addresses'
import { parseListing } from '@/lib/bazaar/ingest/parse-listing'
import { saveEntries } from '@/lib/bazaar/ingest/save-entries'
import { fetchDueIcons, noteNewIcons } from './fetch-icons'
import { png } from './testing/tiny-images'

const DAY_MS = 86_400_000
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
  return safeFetch(url.href, { ...options, allowLoopback: true, resolve })
}

beforeAll(async () => {
  world = await createCatalogWorld({ reach: 'public', icons: { fetch: fetchHere, noteEveryMs: 60_000 } })
  const origin = await world.serve((request: IncomingMessage, response) => {
    const answer = answers.get(request.url ?? '')
    if (answer) answer(response)
    else response.writeHead(404).end()
  })
  port = Number(new URL(origin).port)
})
afterAll(() => world.stop())

async function list(path: string, host = 'icons.example.com'): Promise<string> {
  const iconUrl = `http://${host}${path}`
  const resource = `https://seller.example.com${path}`
  const parsed = parseListing({ ...challenge(), type: 'http', method: 'GET', resource, iconUrl })
  if (!parsed.ok) throw new Error(parsed.message)
  expect(parsed.draft.iconUrl).toBe(iconUrl)
  const provenance = { source: 'imported' as const, sourceLabel: 'test', verification: 'unverified' as const }
  await saveEntries(
    world.database,
    [{ draft: parsed.draft, provenance: { ...provenance, probeUrl: null } }],
    world.deps.clock(),
  )
  return iconUrl
}

async function fetchAll() {
  await noteNewIcons(world.deps)
  while ((await fetchDueIcons(world.deps)) > 0);
}

const stored = (url: string) => world.database.catalogIcon.findUniqueOrThrow({ where: { url } })

describe('icons', () => {
  it('are stored once, by the digest of their bytes, and asked for again after a week', async () => {
    answers.set('/good', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(png(32, 32)))
    const url = await list('/good')
    await fetchAll()
    const digest = (await world.catalog.iconDigests([url, 'http://nobody.example.com/'])).get(url) ?? ''
    expect(await world.catalog.icon(digest)).toMatchObject({ mediaType: 'image/png' })
    await fetchAll()
    expect(asked.filter((path) => path === '/good')).toHaveLength(1)

    answers.set('/good', (response) => response.writeHead(500).end())
    world.advance(8 * DAY_MS)
    await fetchAll()
    expect(asked.filter((path) => path === '/good')).toHaveLength(2)
    expect(await stored(url)).toMatchObject({ digest, problem: 'status_500' })
  })

  it.each<[string, string, (response: ServerResponse) => void]>([
    ['/svg', 'not_raster', (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<svg/>')],
    [
      '/large',
      'too_large',
      (response) => response.writeHead(200).end(Buffer.concat([png(9, 9), Buffer.alloc(200_000)])),
    ],
    ['/bomb', 'too_many_pixels', (response) => response.writeHead(200).end(png(40_000, 40_000))],
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
  ])('%s is not shown: %s', async (path, problem, answer) => {
    answers.set(path, answer)
    const url = await list(path)
    await fetchAll()
    expect(await stored(url)).toMatchObject({ digest: null, bytes: null, problem })
    expect(await world.catalog.iconDigests([url])).toEqual(new Map())
  })

  it.each(privateAddresses)('of a name that leads to %s are never asked for', async (address) => {
    const url = await list(`/inside-${privateAddresses.indexOf(address)}`)
    await noteNewIcons(world.deps)
    const fetch: typeof safeFetch = (each, options) => safeFetch(each, { ...options, resolve: async () => [address] })
    await fetchDueIcons({ ...world.deps, icons: { ...world.deps.icons, fetch } })
    expect(await stored(url)).toMatchObject({ problem: 'address_refused' })
  })

  it('are nothing under a digest that is none', async () => {
    expect(await world.catalog.icon('../etc/passwd')).toBeNull()
    expect(await world.catalog.icon('0'.repeat(64))).toBeNull()
  })

  it('are asked for below one address alone where that is said, as in the demo', async () => {
    answers.set('/sample', (response) => response.writeHead(200).end(png(64, 64)))
    const sample = await list('/sample', 'icons.example.com')
    const other = await list('/demo', 'icons.example.org')
    const demo = { ...world.deps, icons: { ...world.deps.icons, prefix: 'http://icons.example.com/' } }
    await noteNewIcons(demo)
    while ((await fetchDueIcons(demo)) > 0);
    expect(await stored(sample)).toMatchObject({ problem: null, mediaType: 'image/png' })
    expect(await world.database.catalogIcon.findUnique({ where: { url: other } })).toBeNull()
  })
})
