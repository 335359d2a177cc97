import { expect, it } from 'vitest'
import { svmDevnetSigner } from '@/development/devnet/wallets'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/x402/networks'
import { openTestSite } from '@/testing/open-test-site'
import { createEvmBuyer, createSvmBuyer, type TestBuyer } from '@/testing/test-buyer'
import { testWorld } from '@/testing/test-world'

const handler = () => Response.json({ content: 'paid' })
const terms = { scheme: 'exact', price: '$0.001' } as const
const onBase = { ...terms, network: BASE_SEPOLIA, payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C' }
const onSolana = { ...terms, network: SOLANA_DEVNET, payTo: (await svmDevnetSigner('seller')).address }
const site = await openTestSite({
  routes: {
    'GET /base': { config: { accepts: onBase }, handler },
    'GET /solana': { config: { accepts: onSolana }, handler },
  },
})
const { facilitator, facilitatorHttp, database } = site.application
const buyer = await createEvmBuyer(testWorld(), 2_000n)

type Signed = Pick<Awaited<ReturnType<TestBuyer['sign']>>, 'payload'>

const pay = (path: string, { payload }: Signed) =>
  site.answer(
    new Request(`${site.origin}${path}`, {
      headers: { 'PAYMENT-SIGNATURE': Buffer.from(JSON.stringify(payload)).toString('base64') },
    }),
  )
const ask = (verb: 'verify' | 'settle', { payload }: Signed) => {
  const body = JSON.stringify({ x402Version: 2, paymentPayload: payload, paymentRequirements: payload.accepted })
  const headers = { 'content-type': 'application/json' }
  return facilitatorHttp[verb](new Request(`${site.origin}/facilitator/${verb}`, { method: 'POST', headers, body }))
}

it('S-20: a new payment for a network with too much under way is told to come back, and is not charged', async () => {
  const signed = await buyer.sign(`${site.origin}/base`)
  const other = await buyer.sign(`${site.origin}/base`)
  const elsewhere = await (await createSvmBuyer(testWorld(), 1_000n)).sign(`${site.origin}/solana`)
  const { isBusy } = facilitator
  expect([BASE_SEPOLIA, 'eip155:1'].map(isBusy)).toEqual([false, false])
  try {
    facilitator.isBusy = (network) => network === BASE_SEPOLIA
    const refused = await pay('/base', signed)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refused.json()).toMatchObject({ code: 'too_busy' })
    expect(await database.payment.count()).toBe(0)
    const unverified = await ask('verify', signed)
    expect([unverified.status, unverified.headers.get('retry-after')]).toEqual([503, '2'])

    expect((await pay('/solana', elsewhere)).status).toBe(200)
    // Its server has done the work for it.
    expect(await (await ask('settle', other)).json()).toMatchObject({ success: true })
    expect(await buyer.balance()).toBe(1_000n)
  } finally {
    facilitator.isBusy = isBusy
  }
  expect([(await pay('/base', signed)).status, await buyer.balance()]).toEqual([200, 0n])
})
