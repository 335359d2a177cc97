import { expect, test } from 'vitest'
import { readAllImports, readImports } from './read-imports'
import { findTrespasses } from './room-boundaries'

test('every file imports only what layers.ts lets it import', () => {
  const found = [...readAllImports()].flatMap(([file, imports]) =>
    findTrespasses(file, imports).map((problem) => `${file}: ${problem}`),
  )
  expect(found).toEqual([])
})

test('no import climbs more than two folders', () => {
  const climbing = [...readAllImports()].flatMap(([file, imports]) =>
    imports.filter(({ from }) => from.startsWith('../../../')).map(({ from }) => `${file}: ${from}`),
  )
  expect(climbing).toEqual([])
})

/** The rule's verdict on a file at that path with that one import. */
const complaintsAbout = (file: string, imported: string, code = `import '${imported}'\n`) =>
  findTrespasses(file, readImports(file, code))

test.each([
  ['a room of another room', 'lib/bazaar/list.ts', '@/lib/shop/sellers/create-route'],
  ['the protocol of infra', 'lib/base/x402/money.ts', '@/lib/base/infra/env'],
  ['an SDK outside its three folders', 'lib/facilitator/settle.ts', '@x402/core/types'],
  ['a room in what every surface shares', 'lib/base/http/problem.ts', '@/lib/bazaar/list'],
  ['Prisma outside infra', 'lib/bazaar/list.ts', '@prisma/client'],
  ['a room in a page', 'app/(site)/page.tsx', '@/lib/bazaar/list'],
  ['Next.js in compose', 'lib/site/compose/worker.ts', 'next/headers'],
  ['a surface in a room', 'lib/shop/sellers/get-route.ts', '@/lib/shop/api/shapes'],
  ['the app in compose', 'lib/site/compose/runtime.ts', '@/app/layout'],
  ['a room in a browser test', 'e2e/shop.spec.ts', '@/lib/payments/list-purchases'],
  ['the demo in a room', 'lib/bazaar/list.ts', '@/development/demo/demo-env'],
  ['the embedded database in a process that serves', 'packages/cli/src/main.ts', '@/development/database/x'],
  ['what tests share in a page', 'app/(site)/page.tsx', '@/development/testing/test-buyer'],
  ["the demo's goods in a page", 'app/weather/route.ts', '@/lib/site/demo/weather-route'],
  ['a peer room in a test', 'lib/bazaar/list.test.ts', '@/lib/shop/sellers/create-route'],
  ['a sub-room in a lower one', 'lib/bazaar/browse/list.ts', '../search/search-entries'],
  ['what joins sub-rooms in one of them', 'lib/bazaar/search/rank.ts', '../create-catalog'],
])('refuses %s', (_what, file, imported) => {
  expect(complaintsAbout(file, imported)).toHaveLength(1)
})

test.each([
  ['the protocol in a room', 'lib/bazaar/list.ts', '@/lib/base/x402/wire'],
  ['a room in what pages read', 'app/(site)/library/_server/library.ts', '@/lib/payments/list-purchases'],
  ['the SDK in chains', 'lib/base/chains/create-chains.ts', '@x402/evm'],
  ['compose in what starts the server', 'instrumentation.ts', './lib/site/compose/application'],
  ['a folder of its own that bears the name of a room', 'lib/base/chains/evm/settle.ts', '../facilitator/gas-wallets'],
  ['the test database in what supports tests', 'lib/bazaar/testing/entries.ts', '@/development/testing/test-database'],
  ['a lower sub-room in a higher one', 'lib/bazaar/search/rank.ts', '../browse/filters'],
  ['another sub-room in a test', 'lib/bazaar/browse/list.test.ts', '../search/search-entries'],
])('allows %s', (_what, file, imported) => {
  expect(complaintsAbout(file, imported)).toEqual([])
})

test.each(["await import('@/lib/site/demo/goods')\n", "import type { Goods } from '@/lib/site/demo/goods'\n"])(
  "allows what composes to load the demo's goods by %j",
  (code) => {
    expect(complaintsAbout('lib/site/compose/application.ts', '', code)).toEqual([])
  },
)

test.each([
  "await import('@/lib/shop/sellers/x')\n",
  "export { x } from '@/lib/shop/sellers/x'\n",
  "export * from '../shop/sellers/x'\n",
])('refuses a forbidden room in %j', (code) => {
  expect(complaintsAbout('lib/bazaar/list.ts', '', code)).toHaveLength(1)
})
