import { afterAll, describe, expect, it, vi } from 'vitest'
import { svmDevnetSigner } from '@/development/devnet/wallets'
import { approvePermit2 } from '@/development/testing/channel-buyer'
import { serveFetch } from '@/development/testing/serve-fetch'
import { type OurTarget, openTargets } from '@/development/testing/targets'
import { type BuyerPayment, createEvmBuyer, createSvmBuyer, type StockBuyer } from '@/development/testing/test-buyer'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { SOLANA_DEVNET } from '@/lib/base/x402/networks'

const targets = await openTargets()
const ours = await openTarget()
const { facilitatorHttp } = ours.site.application
const facilitator = await serveFetch((request) => facilitatorHttp.settle(request))
afterAll(async () => {
  await facilitator.stop()
  await targets.close()
})
async function openTarget(): Promise<OurTarget> {
  const payTo = (await svmDevnetSigner('seller')).address
  const accepts = { scheme: 'exact', price: '$0.001', network: SOLANA_DEVNET, payTo } as const
  return targets.ours({ routes: { 'GET /sol': { config: { accepts }, handler: () => new Response('sol') } } })
}

const evmBuyer = () => createEvmBuyer(targets.world, 1_000_000n)
const svmBuyer = () => createSvmBuyer(targets.world, 1_000_000n)
const permit2Buyer = async () => {
  const buyer = await evmBuyer()
  await approvePermit2(targets.world, buyer.key)
  return buyer
}

/** Another server with the same payTo settles its payment over HTTP, and opens its own content for it. */
async function settleElsewhere({ payload }: BuyerPayment, amount?: string): Promise<string> {
  const paymentRequirements = { ...payload.accepted, ...(amount === undefined ? {} : { amount }) }
  const response = await fetch(facilitator.origin, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ x402Version: 2, paymentPayload: payload, paymentRequirements }),
  })
  const settled = (await response.json()) as { success: boolean; transaction: string }
  expect(settled).toMatchObject({ success: true })
  return settled.transaction
}

async function ask(target: OurTarget, path: string, { headers }: BuyerPayment) {
  const runsBefore = (await target.runs())[path] ?? 0
  const response = await fetch(`${target.origin}${path}`, { headers })
  const read = (name: string) => {
    const parsed = parseHeader(response.headers.get(name) ?? '')
    return parsed.ok ? parsed.value : {}
  }
  await response.text()
  return {
    status: response.status,
    error: read('payment-required').error,
    transaction: read('payment-response').transaction,
    runs: ((await target.runs())[path] ?? 0) - runsBefore,
  }
}

const rowOf = (transaction: string) => ours.site.application.database.payment.findFirst({ where: { transaction } })

const payments: [string, string, () => Promise<StockBuyer>, bigint][] = [
  ['EIP-3009', '/cheap', evmBuyer, 1_000n],
  ['Permit2, upto', '/metered', permit2Buyer, 100_000n],
  ['Solana', '/sol', svmBuyer, 1_000n],
]

describe('S-19: a payment that landed before we saw it opens nothing here', () => {
  it.each(payments)('%s: settled at our facilitator for another server', async (_, path, openBuyer, paid) => {
    const signed = await (await openBuyer()).sign(`${ours.origin}${path}`)
    const transaction = await settleElsewhere(signed)
    const refused = { status: 402, error: 'authorization_already_used', transaction, runs: 0 }
    expect(await ask(ours, path, signed)).toEqual(refused)
    expect(await ask(ours, path, signed)).toEqual(refused)
    const row = await rowOf(transaction)
    expect(row).toMatchObject({ status: 'received', reason: 'authorization_already_used', deliveredAt: null })
    expect(BigInt(row?.settledAtomic?.toFixed() ?? 0)).toBe(paid)
    expect(row?.settledAt).not.toBeNull()
  })

  it('settled below the price elsewhere, it is received at that amount', async () => {
    const signed = await (await permit2Buyer()).sign(`${ours.origin}/metered`)
    const transaction = await settleElsewhere(signed, '1')
    const refused = { error: 'authorization_already_used', transaction, runs: 0 }
    expect(await ask(ours, '/metered', signed)).toMatchObject(refused)
    expect((await rowOf(transaction))?.settledAtomic?.toFixed()).toBe('1')
  })

  it('used up at zero elsewhere, it is refused at once, and its payer may pay again', async () => {
    const buyer = await permit2Buyer()
    const url = `${ours.origin}/metered`
    const signed = await buyer.sign(url)
    await settleElsewhere(signed, '0')
    const looking = vi.spyOn(ours.site.application.gate.chains, 'findAuthorization')
    for (const _ of [1, 2]) {
      expect(await ask(ours, '/metered', signed)).toMatchObject({ status: 402, error: 'payment_already_used', runs: 0 })
    }
    // Where it waited for a settlement that never comes, it would look again and again.
    expect(looking.mock.calls.length).toBeLessThan(5)
    looking.mockRestore()
    expect(await ask(ours, '/metered', await buyer.sign(url))).toMatchObject({ status: 200, runs: 1 })
  })
})
