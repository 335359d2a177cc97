import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type OurTarget, openTargets, type Targets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

let targets: Targets
let target: OurTarget

const work = { '@/lib/base/chains/evm/evm-payment': 0, '@/lib/base/chains/evm/recover-address': 0 }

/** Counts the calls of a module's function in the site that is opened next. */
function count(path: keyof typeof work, name: string) {
  vi.doMock(path, async (original) => {
    const actual = await original<Record<string, (...args: unknown[]) => unknown>>()
    const counted = (...args: unknown[]) => {
      work[path] += 1
      return actual[name]?.(...args)
    }
    return { ...actual, [name]: counted }
  })
}

beforeAll(async () => {
  vi.resetModules()
  count('@/lib/base/chains/evm/evm-payment', 'parseEvmPayment')
  count('@/lib/base/chains/evm/recover-address', 'recoverEvmAddress')
  targets = await openTargets()
  const accepts = { price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
  const handler = () => Response.json({ content: 'paid' })
  target = await targets.ours({
    routes: {
      'GET /exact': { config: { accepts: { ...accepts, scheme: 'exact' } }, handler },
      'GET /upto': { config: { accepts: { ...accepts, scheme: 'upto' } }, handler },
    },
  })
})
afterAll(async () => {
  for (const path of Object.keys(work)) vi.doUnmock(path)
  vi.resetModules()
  await targets.close()
})

it.each(['/exact', '/upto'])('parses a payment and recovers its signer once, from gate to chain: %s', async (path) => {
  const buyer = await createEvmBuyer(targets.world, 1_000_000n)
  const { headers } = await buyer.sign(target.origin + path)
  Object.assign(work, { '@/lib/base/chains/evm/evm-payment': 0, '@/lib/base/chains/evm/recover-address': 0 })
  expect((await fetch(target.origin + path, { headers })).status).toBe(200)
  expect(Object.values(work)).toEqual([1, 1])
})
