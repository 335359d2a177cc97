import { expect, test } from 'vitest'
import { readAllImports, readImports } from './read-imports'
import { findTrespasses } from './room-boundaries'

test('every file imports only what dependency-rules.mjs lets its room import', () => {
  const found = [...readAllImports()].flatMap(([file, imports]) =>
    findTrespasses(file, imports).map((problem) => `${file}: ${problem}`),
  )
  expect(found).toEqual([])
})

/** The rule's verdict on a file at that path with that one import. */
const complaintsAbout = (file: string, imported: string, code = `import '${imported}'\n`) =>
  findTrespasses(file, readImports(file, code))

test.each([
  ['a room of another room', 'lib/catalog/list.ts', '@/lib/sellers/create-route'],
  ['a room of another room, by relative path', 'lib/catalog/list.ts', '../sellers/create-route'],
  ['the protocol of infra', 'lib/x402/money.ts', '@/lib/infra/env'],
  ['an SDK outside its three folders', 'lib/facilitator/settle.ts', '@x402/core/types'],
  ['a room in what every surface shares', 'lib/http/problem.ts', '@/lib/catalog/list'],
  ['what surfaces share in the layers below', 'lib/infra/jobs.ts', '@/lib/http/problem'],
  ['Prisma outside infra', 'lib/catalog/list.ts', '@prisma/client'],
  ['viem in a page', 'app/(site)/page.tsx', 'viem'],
  ['a room in a page', 'app/(site)/page.tsx', '@/lib/catalog/list'],
  ['a read verb of a room in a page', 'app/(site)/library/page.tsx', '@/lib/payments/list-purchases'],
  ['Next.js in compose', 'lib/compose/worker.ts', 'next/headers'],
  ['a surface in a room', 'lib/sellers/get-route.ts', '@/lib/seller-api/shapes'],
  ["the gate in the sellers' API", 'lib/seller-api/shapes.ts', '@/lib/resource-server/gate'],
  ['the app in compose', 'lib/compose/runtime.ts', '@/app/layout'],
  ['a room in a browser test', 'e2e/shop.spec.ts', '@/lib/payments/list-purchases'],
  ['the demo in a room', 'lib/catalog/list.ts', '@/development/demo/demo-env'],
  ['the local networks in compose', 'lib/compose/runtime.ts', '@/development/devnet/wallets'],
  ['the embedded database in a process that serves', 'lib/processes/pay/main.ts', '../../../development/database/x'],
  ['what tests share in a page', 'app/(site)/page.tsx', '@/testing/test-buyer'],
  ['the local networks in what starts the server', 'instrumentation.ts', './development/devnet/wallets'],
  ["the demo's goods in a page", 'app/weather/route.ts', '@/lib/demo/weather-route'],
  ["the demo's goods in what composes, at once", 'lib/compose/mcp.ts', '@/lib/demo/tools'],
  ['a peer room in a test', 'lib/catalog/list.test.ts', '@/lib/sellers/create-route'],
  ['a sub-room in a lower one', 'lib/catalog/browse/list.ts', '../search/search-entries'],
  ['a sub-room in a lower one, from the root', 'lib/catalog/entry/draft.ts', '@/lib/catalog/ingest/save-entries'],
  ['what joins sub-rooms in one of them', 'lib/catalog/search/rank.ts', '../create-catalog'],
  ['a route of a seller in payments', 'lib/sellers/payments/list-payments.ts', '../routes/get-route'],
])('refuses %s', (_what, file, imported) => {
  expect(complaintsAbout(file, imported)).toHaveLength(1)
})

test.each([
  ['the protocol in a room', 'lib/catalog/list.ts', '@/lib/x402/wire'],
  ['infra in a room', 'lib/catalog/list.ts', '@/lib/infra/database'],
  ['a room in what pages read', 'app/(site)/library/_server/library.ts', '@/lib/payments/list-purchases'],
  ['what pages read in a page', 'app/(site)/library/page.tsx', './_server/library'],
  ['rooms in compose', 'lib/compose/runtime.ts', '@/lib/catalog/list'],
  ['the SDK in chains', 'lib/chains/create-chains.ts', '@x402/evm'],
  ['the local networks in a test', 'lib/chains/create-chains.test.ts', '@/development/devnet/start-devnet'],
  ['compose in what starts the server', 'instrumentation.ts', './lib/compose/application'],
  ['a folder of its own that bears the name of a room', 'lib/chains/evm/settle.ts', '../facilitator/gas-wallets'],
  ['the test database in what supports tests', 'lib/catalog/testing/entries.ts', '@/testing/test-database'],
  ['the local networks in a browser test', 'e2e/shop.spec.ts', '@/development/devnet/wallets'],
  ['a lower sub-room in a higher one', 'lib/catalog/search/rank.ts', '../browse/filters'],
  ['sub-rooms in what joins them', 'lib/catalog/create-catalog.ts', './crawl/crawl'],
  ['another sub-room in a test', 'lib/catalog/browse/list.test.ts', '../search/search-entries'],
])('allows %s', (_what, file, imported) => {
  expect(complaintsAbout(file, imported)).toEqual([])
})

test('lets a page name the types of a room, and not its verbs', () => {
  const page = 'app/(site)/library/page.tsx'
  expect(complaintsAbout(page, '', "import type { RouteView } from '@/lib/sellers/routes/get-route'\n")).toEqual([])
  expect(complaintsAbout(page, '', "import { getRoute } from '@/lib/sellers/routes/get-route'\n")).toHaveLength(1)
})

test.each(["await import('@/lib/demo/goods')\n", "import type { Goods } from '@/lib/demo/goods'\n"])(
  "allows what composes to load the demo's goods by %j",
  (code) => {
    expect(complaintsAbout('lib/compose/load-goods.ts', '', code)).toEqual([])
  },
)

test.each([
  "await import('@/lib/sellers/x')\n",
  "export { x } from '@/lib/sellers/x'\n",
  "export * from '../sellers/x'\n",
])('refuses a forbidden room in %j', (code) => {
  expect(complaintsAbout('lib/catalog/list.ts', '', code)).toHaveLength(1)
})
