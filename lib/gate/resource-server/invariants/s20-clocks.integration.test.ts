import { afterAll, beforeAll, expect, it } from 'vitest'
import { atClock } from '@/development/testing/at-clock'
import { type OurTarget, openTargets, type Targets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { ResourceUri } from '@/lib/base/x402/resource-uri'
import { askAccess } from '@/lib/payments/has-paid'
import { rightOf } from '@/lib/payments/right'

let targets: Targets
let target: OurTarget

beforeAll(async () => {
  targets = await openTargets()
  const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
  const config = {
    accepts: { ...accepts, maxTimeoutSeconds: 300 },
    extensions: { 'sign-in-with-x': { entitlementSeconds: 30 } },
  }
  target = await targets.ours({ routes: { 'GET /kept': { config, handler: () => new Response('kept') } } })
})
afterAll(() => targets.close())

it('S-20: access bought for half a minute lasts that long, with any clock of an instance', async () => {
  const { database, gate } = target.site.application
  const url = `${target.origin}/kept`
  const buyer = await createEvmBuyer(targets.world, 1_000n)
  const { headers } = await buyer.sign(url)
  expect((await atClock(-60, () => fetch(url, { headers }))).status).toBe(200)
  const right = rightOf({ method: 'GET' }, url as ResourceUri)
  const wallets = [{ scope: 'evm', address: buyer.address }]
  const mayOpen = async () => (await askAccess(gate.database, { wallets, right })) !== null
  expect([await atClock(60, mayOpen), await atClock(-60, mayOpen)]).toEqual([true, true])
  const left = await database.$queryRaw`
    SELECT extract(epoch FROM expires_at - now())::int BETWEEN 10 AND 30 AS "isHalfAMinute" FROM entitlements`
  expect(left).toEqual([{ isHalfAMinute: true }])
  await database.$executeRaw`UPDATE entitlements SET expires_at = now() - interval '1 second'`
  expect([await atClock(60, mayOpen), await atClock(-60, mayOpen)]).toEqual([false, false])
})
