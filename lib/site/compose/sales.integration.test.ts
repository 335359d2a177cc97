import { afterAll, expect, it } from 'vitest'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startTestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { sql } from '@/lib/base/infra/database'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const world = testWorld()
const payTo = '0x1111111111111111111111111111111111111111'
const { url: databaseUrl, client: database } = await openTestDatabase()

const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo } as const
const extensions = { bazaar: { discoverable: true } }
const route = { config: { accepts, extensions }, handler: () => Response.json({ tide: 'high' }) }
const gas = await createGasKeys(world)
const site = await startTestSite({ databaseUrl, gas, routes: { 'GET /tide': route } })
afterAll(async () => {
  await site.stop()
})

const url = () => `${site.origin}/tide`

async function buy() {
  const buyer = await createEvmBuyer(world, 1_000n)
  const response = await fetch(url(), { headers: (await buyer.sign(url())).headers })
  const told = parseHeader(response.headers.get('extension-responses') ?? '')
  return { status: response.status, bazaar: told.ok ? (told.value.bazaar as { status: string }).status : null }
}

const readUse = async () => (await site.application.catalog.get(`GET ${url()}`))?.entry

it('sells while the catalog is locked against every writer, and counts afterwards', async () => {
  const { catalog } = site.application
  expect(await buy()).toEqual({ status: 200, bazaar: 'processing' })
  expect(await catalog.countSales()).toBe(1)
  await catalog.jobs.find(({ name }) => name === 'catalog pending listings')?.run()
  expect(await readUse()).toMatchObject({ settlements: { total: 1, organicPayers: 1 } })

  const sold = await database.$transaction(
    async (transaction) => {
      await transaction.execute(sql`
        LOCK TABLE catalog_entries, catalog_payment_options, catalog_documents, catalog_settlements,
          catalog_pending_listings, catalog_words IN EXCLUSIVE MODE`)
      return Promise.all([buy(), buy(), buy()])
    },
    { timeout: 30_000 },
  )
  expect(sold).toEqual(Array.from({ length: 3 }, () => ({ status: 200, bazaar: 'success' })))
  expect(await readUse()).toMatchObject({ settlements: { total: 1 } })
  expect(await catalog.countSales()).toBe(3)
  expect(await readUse()).toMatchObject({ settlements: { total: 4, organic: 4, organicPayers: 4 } })
})

it('keeps a sale with its settlement, so that it is counted also when another instance decides it', async () => {
  const { catalog } = site.application
  expect(await buy()).toMatchObject({ status: 200 })
  // The same as after a crash with the transaction on its way.
  await database.execute(sql`
    WITH undecided AS (
      UPDATE settlements SET state = 'settling', transaction = NULL, height = NULL, decided_at = NULL, success_answered_at = NULL
      WHERE catalog_note IS NOT NULL RETURNING transaction_id)
    UPDATE settlement_transactions SET state = 'open', ended_at = NULL, created_at = now() - interval '1 hour'
    WHERE id IN (SELECT transaction_id FROM undecided)`)
  expect(await catalog.countSales()).toBe(0)
  await expect.poll(async () => (await site.reconcile(), catalog.countSales())).toBe(1)
  expect(await readUse()).toMatchObject({ settlements: { total: 5, organicPayers: 5 } })
  expect(await catalog.countSales()).toBe(0)
  const [left] = await database.rows<{ count: bigint }>(sql`
    SELECT count(*) FROM settlements WHERE catalog_note IS NOT NULL`)
  expect(left?.count).toBe(0n)
})
