import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startTestSite } from '@/development/testing/open-test-site'
import { createTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { spendNonces } from '@/lib/gate/sign-in/sign-in-nonce'
import { startWorker } from '@/lib/site/compose/worker'

const world = testWorld()
const minutes = (count: number) => new Date(Date.now() + count * 60_000)

const database = await createTestDatabase()
const site = await startTestSite({ databaseUrl: database.url, gas: await createGasKeys(world), routes: {} })
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await site.stop()
  await site.application.database.$disconnect()
  await database.drop()
})

const runAhead = () => vi.useFakeTimers({ toFake: ['Date'], now: minutes(10) })

it('an instance whose clock is ahead lets no proof of signing in pass twice', async () => {
  const nonces = [{ nonce: 'of a site', usableUntil: minutes(5) }]
  expect(await spendNonces(site.application.database, nonces)).toEqual([true])
  runAhead()
  // Each job runs at once, and is waited for.
  const worker = await startWorker(site.application)
  await worker.stop({ limitMs: 60_000, answered: Promise.resolve() })
  vi.useRealTimers()
  expect(await spendNonces(site.application.database, nonces)).toEqual([false])
})
