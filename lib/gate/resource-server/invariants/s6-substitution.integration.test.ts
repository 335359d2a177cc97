import { afterAll, describe, expect, it } from 'vitest'
import { askSettled } from '@/development/testing/ask-settled'
import { forgeEntitlement, signIn } from '@/development/testing/attacks/leaks'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const targets = await openTargets()
afterAll(() => targets.close())
describe('S-6: payment and entitlement belong to the route that was matched', () => {
  it('holds here: the paid resource opens, the named one does not', async () => {
    const { paid, dear, cheap, spent } = await forgeEntitlement(targets.world, await targets.ours())
    expect({ paid, spent }).toEqual({ paid: 200, spent: 1000n })
    expect([dear.status, JSON.parse(dear.body).error]).toEqual([402, 'sign_in_rejected: wallet_has_not_paid'])
    expect([cheap.status, JSON.parse(cheap.body)]).toEqual([200, { content: '/cheap' }])
  })

  it('holds here for query parameters and foreign hosts in the named resource', async () => {
    const ours = await targets.ours({
      routes: {
        'GET /report': {
          config: {
            accepts: { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo },
            query: ['year'],
            extensions: { 'sign-in-with-x': {} },
          },
          handler: (request) => Response.json({ content: new URL(request.url).searchParams.get('year') }),
        },
      },
    })
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const url = `${ours.origin}/report?year=2025&utm=1`
    const { headers } = await buyer.sign(url)
    expect((await fetch(url, { headers })).status).toBe(200)
    expect((await signIn(ours, buyer, '/report?year=2025')).status).toBe(200)
    expect((await signIn(ours, buyer, '/report?year=2025&utm=2')).status).toBe(200)
    for (const path of ['/report?year=2026', '/report', '/report?year=2025&year=2026', '/report?Year=2025']) {
      expect([path, (await signIn(ours, buyer, path)).status]).toEqual([path, 402])
    }
  })

  it('serves one route for one payment that is shown at two of the same price', async () => {
    const ours = await targets.ours()
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const { headers } = await buyer.sign(`${ours.origin}/cheap`)
    const answers = await Promise.all(['/cheap', '/slow'].map((path) => fetch(`${ours.origin}${path}`, { headers })))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const runs = await ours.runs()
    expect((runs['/cheap'] ?? 0) + (runs['/slow'] ?? 0)).toBe(1)
    for (const path of ['/cheap', '/slow']) {
      expect((await askSettled(`${ours.origin}${path}`, headers)).status).toBe(402)
    }
    expect(await buyer.balance()).toBe(999_000n)
  })

  it('refuses a payment of another price, recipient or network', async () => {
    const ours = await targets.ours()
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const { payload, headers } = await buyer.sign(`${ours.origin}/cheap`)
    expect((await fetch(`${ours.origin}/dear`, { headers })).status).toBe(402)
    const changes: Record<string, unknown>[] = [
      { payTo: buyer.address },
      { amount: '1' },
      { network: 'eip155:8453' },
      { asset: buyer.address },
      { scheme: 'upto' },
      { maxTimeoutSeconds: 61 },
      { extra: {} },
    ]
    for (const change of changes) {
      const forged = encodeHeader({ ...payload, accepted: { ...payload.accepted, ...change } })
      const answer = await fetch(`${ours.origin}/cheap`, { headers: { 'PAYMENT-SIGNATURE': forged } })
      expect([change, answer.status]).toEqual([change, 402])
    }
    expect(await ours.site.application.database.payment.count({ where: { payer: buyer.address.toLowerCase() } })).toBe(
      0,
    )
    expect(await buyer.balance()).toBe(1_000_000n)
  })
})
