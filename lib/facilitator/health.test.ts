import { expect, it, vi } from 'vitest'
import type { NetworkSettler } from './create-network-settler'
import { health } from './health'
import type { FacilitatorContext } from './settlement'

const logged = vi.fn()
const readBudget = async () => ({ spent: 0n, limit: null, isSpent: false })

/** A network without wallets whose nodes answer when `look` does. */
function roomOf(look: () => Promise<[]>, read = readBudget): FacilitatorContext {
  const chain = { network: 'eip155:84532', wallets: [] }
  const budget = { read }
  const settler = { chain, wallets: { look }, budget, openIds: () => [] } as unknown as NetworkSettler
  const deps = { database: {}, log: { warn: logged } }
  return { deps, settlers: [settler] } as unknown as FacilitatorContext
}
const statusOf = async (context: FacilitatorContext, patienceMs: number) =>
  (await health(context, patienceMs)).networks[0]?.status

it('waits for no node that is silent, and says so', async () => {
  const silent = roomOf(() => new Promise(() => {}))
  expect(await statusOf(silent, 20)).toBe('unreachable')
})

it('describes a slow network by its latest report, and waits longer for who asks so', async () => {
  let answer = () => {}
  const slow = roomOf(() => new Promise((resolve) => (answer = () => resolve([]))))
  const patient = statusOf(slow, 10_000)
  answer()
  expect(await patient).toBe('ok')
  expect(await statusOf(slow, 20)).toBe('ok')
})

it('blames no network for a database that is away', async () => {
  const away = roomOf(
    async () => [],
    () => Promise.reject(new Error("Can't reach database server at 127.0.0.1:5432")),
  )
  expect([await statusOf(away, 10_000), logged.mock.calls]).toEqual(['degraded', []])
})
