import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { askSettled } from '@/lib/processes/testing/ask-settled'
import { type Arena, flood, openArena, type OurTarget, type Target } from '@/lib/processes/testing/arena'
import { createEvmBuyer, readUsdc } from '@/lib/processes/testing/test-buyer'
import type { SignedPayment } from '@/lib/processes/testing/stock-buyer'
import { landPayment } from '@/lib/processes/testing/wallet-moves'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.close())
afterEach(() => {
  vi.doUnmock('../verify-claim')
  vi.resetModules()
})

type Preempt = (signed: SignedPayment) => Promise<unknown>

/** An observer moves first; then the payer asks, and the observer sends twenty copies of what it saw. */
async function preemptThenAsk(target: Target, preempt: Preempt) {
  const buyer = await createEvmBuyer(arena.world, 1_000_000n)
  const earnedBefore = await readUsdc(arena.world, arena.payTo)
  const runsBefore = (await target.runs())['/cheap'] ?? 0
  const signed = await buyer.sign(`${target.origin}/cheap`)
  await preempt(signed)
  const answer = await fetch(`${target.origin}/cheap`, { headers: signed.headers })
  const content = ((await answer.json()) as { content?: string }).content ?? null
  const copies = await flood(20, () => fetch(`${target.origin}/cheap`, { headers: signed.headers }))
  return {
    content,
    otherGrants: copies.grants,
    runs: ((await target.runs())['/cheap'] ?? 0) - runsBefore,
    spent: 1_000_000n - (await buyer.balance()),
    earned: (await readUsdc(arena.world, arena.payTo)) - earnedBefore,
  }
}

const onChain: Preempt = (signed) => landPayment(arena.world, signed.payload)
const atOurFacilitator =
  (ours: OurTarget): Preempt =>
  async ({ payload }) => {
    const outcome = await ours.shop.application.facilitator.settle({
      paymentPayload: payload as never,
      paymentRequirements: payload.accepted as never,
    })
    expect(outcome.kind).toBe('settled')
  }

const servedOnce = { content: '/cheap', otherGrants: 0, runs: 1, spent: 1000n, earned: 1000n }

describe('S-2: an observer who lands the authorization first takes nothing from its payer', () => {
  it('does not hold in the stock shop: the payer is charged and not served', async () => {
    const result = await preemptThenAsk(await arena.stock(), onChain)
    expect(result).toMatchObject({ content: null, spent: 1000n, earned: 1000n })
  })

  it('holds here when it was landed by a transaction of the observer', async () => {
    expect(await preemptThenAsk(await arena.ours(), onChain)).toEqual(servedOnce)
  })

  it('holds here when it was landed through our own facilitator', async () => {
    const ours = await arena.ours()
    expect(await preemptThenAsk(ours, atOurFacilitator(ours))).toEqual(servedOnce)
  })

  it('holds here when it is landed while the handler runs', async () => {
    const ours = await arena.ours()
    const buyer = await createEvmBuyer(arena.world, 1_000_000n)
    const signed = await buyer.sign(`${ours.origin}/slow`)
    const answering = fetch(`${ours.origin}/slow`, { headers: signed.headers })
    while (((await ours.runs())['/slow'] ?? 0) === 0) await sleep(10)
    await onChain(signed)
    const answer = await answering
    expect([answer.status, await answer.json()]).toEqual([200, { content: '/slow' }])
    expect(await buyer.balance()).toBe(999_000n)
    expect((await askSettled(`${ours.origin}/slow`, signed.headers)).status).toBe(402)
    expect((await ours.runs())['/slow']).toBe(1)
  })

  it('holds here while payer and observer race for the facilitator', async () => {
    const ours = await arena.ours()
    const race = async () => {
      const buyer = await createEvmBuyer(arena.world, 1_000_000n)
      const signed = await buyer.sign(`${ours.origin}/cheap`)
      const landing = atOurFacilitator(ours)(signed).catch(() => undefined)
      const answer = await fetch(`${ours.origin}/cheap`, { headers: signed.headers })
      await landing
      return { status: answer.status, left: await buyer.balance() }
    }
    const results = await Promise.all(Array.from({ length: 20 }, race))
    expect(results).toEqual(Array.from({ length: 20 }, () => ({ status: 200, left: 999_000n })))
  })

  it('breaks when the chain is not asked about a used authorization', async () => {
    vi.resetModules()
    vi.doMock('../verify-claim', () => ({
      verifyClaim: async (gate: OurTarget['shop']['application']['gate'], claim: SignedClaim) => {
        const verdict = await gate.ports.facilitator.verify(claim.payload, claim.requirements)
        return verdict.isValid ? { kind: 'valid' } : { kind: 'invalid', reason: verdict.invalidReason }
      },
    }))
    expect(await preemptThenAsk(await arena.ours(), onChain)).toMatchObject({ content: null, spent: 1000n })
  })
})

type SignedClaim = { payload: never; requirements: never }
