import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askSettled } from '@/testing/ask-settled'
import type { SignedPayment } from '@/testing/stock-buyer'
import { flood, openTargets, type Target, type Targets } from '@/testing/targets'
import { createEvmBuyer, readUsdc } from '@/testing/test-buyer'
import { landPayment } from '@/testing/wallet-moves'

let targets: Targets
beforeAll(async () => {
  targets = await openTargets()
})
afterAll(() => targets.close())

/** The payer asks; an observer lands the payment while the handler runs, and sends twenty copies of it. */
async function preemptWhileAsking(target: Target) {
  const buyer = await createEvmBuyer(targets.world, 1_000_000n)
  const url = `${target.origin}/slow?held`
  const earnedBefore = await readUsdc(targets.world, target.payTo)
  const runs = async () => (await target.runs())['/slow'] ?? 0
  const runsBefore = await runs()
  const signed = await buyer.sign(url)
  const asked = fetch(url, { headers: signed.headers })
  while ((await runs()) === runsBefore) await sleep(5)
  await onChain(signed)
  await target.finish()
  const answer = await asked
  const content = ((await answer.json()) as { content?: string }).content ?? null
  // The stock server keeps no claims, and would work for each copy.
  const copies = content === null ? { grants: 0 } : await flood(20, () => fetch(url, { headers: signed.headers }))
  return {
    content,
    otherGrants: copies.grants,
    runs: (await runs()) - runsBefore,
    spent: 1_000_000n - (await buyer.balance()),
    earned: (await readUsdc(targets.world, target.payTo)) - earnedBefore,
  }
}

const onChain = (signed: SignedPayment) => landPayment(targets.world, signed.payload)
const servedOnce = { content: '/slow', otherGrants: 0, runs: 1, spent: 1000n, earned: 1000n }

describe('S-2: an observer who lands the authorization while it is worked on takes nothing from its payer', () => {
  it('does not hold in the stock server: the payer is charged and not served', async () => {
    const result = await preemptWhileAsking(await targets.stock())
    expect(result).toMatchObject({ content: null, spent: 1000n, earned: 1000n })
  })

  it('holds here when it is landed while the handler runs', async () => {
    expect(await preemptWhileAsking(await targets.ours())).toEqual(servedOnce)
  })

  it('holds here when it is landed between our checks and our settlement', async () => {
    const ours = await targets.ours()
    const { facilitator } = ours.site.application.gate.ports
    const { verify } = facilitator
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const signed = await buyer.sign(`${ours.origin}/cheap`)
    facilitator.verify = async (...payment) => {
      const verdict = await verify(...payment)
      await onChain(signed)
      return verdict
    }
    const answer = await fetch(`${ours.origin}/cheap`, { headers: signed.headers })
    expect([answer.status, await answer.json()]).toEqual([200, { content: '/cheap' }])
    expect(await buyer.balance()).toBe(999_000n)
    expect((await askSettled(`${ours.origin}/cheap`, signed.headers)).status).toBe(402)
  })

  it('holds here through a facilitator that calls it used, and breaks when the chain is not asked', async () => {
    const ours = await targets.ours()
    const { facilitator, chains } = ours.site.application.gate.ports
    facilitator.settle = async (_payload, { network }, note) => {
      await note?.write()
      const errorReason = 'invalid_exact_evm_nonce_already_used'
      return { kind: 'refused', response: { success: false, transaction: '', network, errorReason } }
    }
    expect(await preemptWhileAsking(ours)).toEqual(servedOnce)
    chains.findAuthorization = async () => ({ state: 'cancelled' })
    expect(await preemptWhileAsking(ours)).toMatchObject({ content: null, spent: 1000n })
  })
})
