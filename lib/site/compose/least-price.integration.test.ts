import { afterAll, describe, expect, it } from 'vitest'
import { createChannelBuyer } from '@/development/testing/channel-buyer'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { createTestKey, createTestSeller } from '@/development/testing/test-seller'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { leastClaimsOf } from './facilitator-port'

let runs = 0

const targets = await openTargets()
const terms = { network: BASE_SEPOLIA, payTo: targets.payTo } as const
const handler = () => Response.json({ run: ++runs })
const shop = await targets.ours({
  env: {
    FACILITATOR_MINIMUM_AMOUNT: `${BASE_SEPOLIA}=$0.001`,
    GAS_LIMITS: `${BASE_SEPOLIA}/dailyBudget=1000000000000000000`,
  },
  routes: {
    'GET /cheap': { config: { accepts: { ...terms, scheme: 'exact', price: '$0.000999' } }, handler },
    'GET /fair': { config: { accepts: { ...terms, scheme: 'exact', price: '$0.001' } }, handler },
    'GET /calls': { config: { accepts: { ...terms, scheme: 'batch-settlement', price: '$0.00001' } }, handler },
  },
})
afterAll(() => targets.close())

describe('S-23: the least amount of a network', () => {
  it('is asked of what this site sells: below it nothing runs and nothing is charged', async () => {
    const buyer = await createEvmBuyer(targets.world, 10_000n)
    const { headers } = await buyer.sign(`${shop.origin}/cheap`)
    const answer = await fetch(`${shop.origin}/cheap`, { headers })
    const terms = parseHeader(answer.headers.get(headerNames.paymentRequired) ?? '')
    expect([answer.status, terms.ok && (terms.value as PaymentRequired).error]).toEqual([402, 'amount_below_minimum'])
    expect([runs, await buyer.balance()]).toEqual([0, 10_000n])
    const fair = await buyer.sign(`${shop.origin}/fair`)
    expect((await fetch(`${shop.origin}/fair`, { headers: fair.headers })).status).toBe(200)
  })

  it('is that of a deposit, and calls out of it may cost less', async () => {
    const buyer = await createChannelBuyer(targets.world, 1_000_000n)
    expect((await buyer.fetch(`${shop.origin}/calls`)).status).toBe(200)
  })

  it('is what a claim must bring', () => {
    expect(leastClaimsOf(shop.site.application.env)).toMatchObject({ [BASE_SEPOLIA]: 1_000n, [SOLANA_DEVNET]: 0n })
  })

  it('is told to a seller who saves a lower price', async () => {
    const seller = await createTestSeller(shop.site)
    const { secret } = await createTestKey(shop.site, seller, { name: 'all', scopes: ['routes:read', 'routes:write'] })
    const save = async (dollars: string) => {
      const body = {
        ...{ kind: 'article', title: 'A text', method: 'GET', path: `/text-${dollars.slice(3)}`, body: 'Words.' },
        price: { dollars, networks: [BASE_SEPOLIA] },
      }
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
      const url = `${shop.origin}/api/v1/routes`
      const answer = await shop.site.application.sellerApi(
        new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }),
      )
      return { status: answer.status, body: (await answer.json()) as { fields?: Record<string, string> } }
    }
    const refused = await save('$0.0009')
    expect([refused.status, refused.body.fields?.price]).toEqual([
      422,
      expect.stringContaining('On Base Sepolia a payment must be at least $0.001'),
    ])
    expect((await save('$0.001')).status).toBe(201)
  })
})
