import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, describe, expect, it } from 'vitest'
import { createCatalogWorld } from '@/development/testing/catalog-world'
import { inLanguage } from '@/development/testing/in-language'
import { parseListing } from '@/lib/bazaar/ingest/parse-listing'
import { saveEntries } from '@/lib/bazaar/ingest/save-entries'
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
