import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'

const site = await openTestSite({
  routes: {
    'GET /paid': {
      config: { accepts: { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo } },
      handler: () => Response.json({ content: 'paid' }),
    },
  },
})
const buyer = await createEvmBuyer(testWorld(), 1_000n)

type Signed = Awaited<ReturnType<TestBuyer['sign']>>

const url = () => `${site.origin}/paid`
const pay = (payload: unknown) =>
  site.answer(
    new Request(url(), { headers: { 'PAYMENT-SIGNATURE': Buffer.from(JSON.stringify(payload)).toString('base64') } }),
  )

function forge({ payload }: Signed): unknown {
  const signature = `0x${randomBytes(32).toString('hex')}1${randomBytes(32).toString('hex').slice(1)}1b`
  return { ...payload, payload: { ...payload.payload, signature } }
}

/** Many forgeries at the same moment, with one honest payment as the last of them. */
async function flood(signed: Signed, count: number) {
  const forgeries = Array.from({ length: count }, () => pay(forge(signed)))
  const honest = pay(signed.payload)
  const statuses = (await Promise.all(forgeries)).map(({ status }) => status)
  return { refused: statuses.filter((status) => status === 402).length, statuses, honest: await honest }
}

it('S-20: a flood fills no memory and costs other callers nothing answers 503 beyond the length of the queue, charges nothing, and takes the same payment later', async () => {
  const signed = await buyer.sign(url())
  const { refused, statuses, honest } = await flood(signed, 520)
  expect([refused, statuses.filter((status) => status === 503).length]).toEqual([500, 20])
  expect([honest.status, honest.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await honest.json()).toMatchObject({ code: 'too_busy' })
  expect(await site.application.database.payment.count()).toBe(0)
  expect(await buyer.balance()).toBe(1_000n)
  const later = await pay(signed.payload)
  expect([later.status, await buyer.balance()]).toEqual([200, 0n])
})
