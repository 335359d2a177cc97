import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type OurTarget, openTargets, type Targets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import * as recovery from '@/lib/base/chains/evm/evm-address'
import * as payments from '@/lib/base/chains/evm/evm-payment'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

let targets: Targets
let target: OurTarget

const work = [vi.spyOn(payments, 'parseEvmPayment'), vi.spyOn(recovery, 'recoverEvmAddress')]

beforeAll(async () => {
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
  vi.restoreAllMocks()
  await targets.close()
})

it.each(['/exact', '/upto'])('parses a payment and recovers its signer once, from gate to chain: %s', async (path) => {
  const buyer = await createEvmBuyer(targets.world, 1_000_000n)
  const { headers } = await buyer.sign(target.origin + path)
  for (const spy of work) spy.mockClear()
  expect((await fetch(target.origin + path, { headers })).status).toBe(200)
  expect(work.map((spy) => spy.mock.calls.length)).toEqual([1, 1])
})
