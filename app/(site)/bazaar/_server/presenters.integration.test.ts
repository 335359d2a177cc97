import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, describe, expect, it } from 'vitest'
import { createCatalogWorld } from '@/development/testing/catalog-world'
import { inLanguage } from '@/development/testing/in-language'
import { presentDetail } from '@/lib/bazaar/browse/present-entry'
import { parseListing } from '@/lib/bazaar/ingest/parse-listing'
import { saveEntries } from '@/lib/bazaar/ingest/save-entries'
import { createDiscoveryTools } from '@/lib/mcp/discovery-tools'
import { BoardRows } from '../_listing/board'
import { EntryQuality, PaymentOptions } from '../entry/[entryId]/_components/entry-quality'

afterAll(() => world.stop())

const network = 'aleph:odd-1'
const payTo = 'odd-payee'
const listed = {
  odd: {
    ...{ resource: 'https://odd.tides.com/things', x402Version: 1, method: 'PATCH', mimeType: 'application/x-odd' },
    description: 'Oddly told things',
    accepts: [
      {
        scheme: 'weekly',
        network,
        maxAmountRequired: '17',
        asset: 'ODD',
        payTo,
        maxTimeoutSeconds: 7,
        extra: { a: 1 },
      },
    ],
  },
  bare: { resource: 'https://bare.tides.com/oddly', accepts: [{ scheme: 'weekly', network }] },
  tool: {
    resource: 'https://tool.tides.com/mcp',
    type: 'mcp',
    toolName: 'oddly',
    accepts: [{ scheme: 'weekly', network }],
  },
}
const twin = (id: string) => ({
  ...{ resource: `https://scan.tides.com/${id}`, description: `Statistics of wallet ${id}` },
  accepts: [{ scheme: 'weekly', network, payTo }],
})
const keys = {
  odd: 'PATCH https://odd.tides.com/things',
  bare: 'ANY https://bare.tides.com/oddly',
  tool: 'mcp https://tool.tides.com/mcp#oddly',
}
type Name = keyof typeof listed

/** One entry as each endpoint and tool presents it. */
async function onTheWire(name: Name): Promise<[string, Record<string, unknown>][]> {
  const { resource } = listed[name]
  const ask = (path: string) => new Request(`http://localhost/${path}`)
  const find = (entries: { resource: string }[]) => entries.find((entry) => entry.resource === resource) as never
  const { http, get, search } = world.catalog
  const tools = createDiscoveryTools({
    catalog: {
      search: async (parameters) =>
        (await (await http.search(ask(`search?${new URLSearchParams(parameters)}`))).json()) as never,
      get: async (key) => presentDetail((await get(key)) ?? expect.fail()),
      preflight: async () => ({}),
    },
    countReading: async () => null,
    countAsking: async () => null,
  })
  const run = async (tool: string, input: Record<string, unknown>) => {
    const found = await tools.find(tool)
    if (found?.kind !== 'free') return expect.fail()
    return (await found.run(input, {} as never)).structuredContent as never
  }
  const list = (await (await http.resources(ask('resources'))).json()) as { items: never[] }
  const searched = (await (await http.search(ask('search?query=oddly'))).json()) as { resources: never[] }
  const { resources } = (await run('search_resources', { query: 'oddly' })) as { resources: never[] }
  expect((await search({ query: 'oddly' })).resources).toHaveLength(3)
  return [
    ['list', find(list.items)],
    ['search', find(searched.resources)],
    ['tool search_resources', find(resources)],
    ['tool get_resource', ((await run('get_resource', { key: keys[name] })) as { entry: never }).entry],
  ]
}
const optionsOf = ({ accepts }: Record<string, unknown>) => accepts as Record<string, unknown>[]

const world = await createCatalogWorld()
const provenance = { source: 'imported', sourceLabel: 'odd list', verification: 'unverified' } as const
const drafts = [...Object.values(listed), twin('0x71c1'), twin('0x9e02')].map((listing) => {
  const parsed = parseListing(listing)
  if (!parsed.ok) throw new Error(parsed.message)
  return { draft: parsed.draft, provenance }
})
await saveEntries(world.database, drafts, world.deps.clock())

it('names the entries of one service in an answer, as the board shows them under one row', async () => {
  const { items } = (await (await world.catalog.http.resources(new Request('http://localhost/'))).json()) as {
    items: { resource: string; quality: { group?: object }; metadata: { turnpike: { key: string } } }[]
  }
  const twins = items.filter(({ resource }) => resource.startsWith('https://scan.tides.com/'))
  const group = { size: 2, first: twins[0]?.metadata.turnpike.key }
  expect(items.map(({ resource, quality }) => [resource, quality.group])).toEqual(
    items.map((item) => [item.resource, twins.includes(item) ? group : undefined]),
  )
})

describe('an entry with unusual facts', () => {
  it('shows them at each endpoint and tool, or leaves them out', async () => {
    for (const [where, entry] of await onTheWire('odd')) {
      const { method, mimeType = 'application/x-odd', discoveryInfo = { input: { method } } } = entry as never
      const { wordsOfSeller } = entry as { wordsOfSeller?: object }
      expect({ where, ...entry, ...wordsOfSeller, mimeType }).toMatchObject({
        ...{ where, resource: listed.odd.resource, type: 'http', x402Version: 1, mimeType: 'application/x-odd' },
        description: 'Oddly told things',
        accepts: [{ scheme: 'weekly', network, amount: '17', asset: 'ODD' }],
      })
      expect(discoveryInfo).toMatchObject({ input: { method: 'PATCH' } })
      const [{ payTo: payee = payTo, maxTimeoutSeconds = 7, extra = { a: 1 }, maxAmountRequired = '17' } = {}] =
        optionsOf(entry)
      expect([payee, maxTimeoutSeconds, extra, maxAmountRequired]).toEqual([payTo, 7, { a: 1 }, '17'])
    }
  })

  it('gives nothing for what its listing does not say', async () => {
    for (const name of ['bare', 'tool'] as const)
      for (const [where, entry] of await onTheWire(name)) {
        const unsaid = [
          'x402Version',
          'description',
          'mimeType',
          'serviceName',
          'iconUrl',
          'tags',
          'method',
          'extensions',
        ]
        expect([where, ...unsaid.filter((field) => entry[field as never] !== undefined)]).toEqual([where])
        const [option = {}] = optionsOf(entry)
        const terms = ['amount', 'maxAmountRequired', 'asset', 'payTo', 'maxTimeoutSeconds']
        expect([where, ...terms.filter((field) => option[field] !== undefined)]).toEqual([where])
        // Version 1 has texts there, which may be empty.
        expect([where, option.description || '', option.mimeType || '']).toEqual([where, '', ''])
        const { input = {} } = (entry.discoveryInfo ?? {}) as { input?: object }
        expect([where, 'method' in input, 'inputSchema' in input]).toEqual([where, false, false])
      }
  })

  it.each([
    ['odd', ['v1', 'odd-payee', 'weekly', 'ODD', '17'], ['USDC', 'GET']],
    ['bare', ['weekly', 'Not said'], ['v1', 'v2', 'GET', 'USDC', 'exact', '$0', ' ms']],
    ['tool', ['weekly', 'Not said'], ['v1', 'v2', 'GET', 'USDC', 'exact', '$0', ' ms']],
  ] as const)('shows the same of %s in its row and its page', async (name, said, unsaid) => {
    const { entry } = (await world.catalog.get(keys[name])) ?? expect.fail()
    const shown = [
      createElement(BoardRows, { entries: [entry] }),
      createElement(EntryQuality, { entry }),
      createElement(PaymentOptions, { options: entry.options }),
    ].map((element) => renderToStaticMarkup(inLanguage(element)))
    const text = shown.join(' ').replaceAll(/<[^>]*>/g, ' ')
    expect(said.filter((word) => !text.includes(word))).toEqual([])
    expect(unsaid.filter((word) => text.includes(word))).toEqual([])
  })
})
