import { afterAll, describe, expect, it } from 'vitest'
import { askSettled } from '@/development/testing/ask-settled'
import { preemptWhileAsking } from '@/development/testing/attacks/replays'
import { landPayment } from '@/development/testing/channel-buyer'
import { openTargets } from '@/development/testing/targets'
import { type BuyerPayment, createEvmBuyer } from '@/development/testing/test-buyer'

const targets = await openTargets()
afterAll(() => targets.close())

const onChain = (signed: BuyerPayment) => landPayment(targets.world, signed.payload)
const servedOnce = { content: '/slow', otherGrants: 0, runs: 1, spent: 1000n, earned: 1000n }

describe('S-2: an observer who lands the authorization while it is worked on takes nothing from its payer', () => {
  it('holds here when it is landed while the handler runs', async () => {
    expect(await preemptWhileAsking(targets.world, await targets.ours())).toEqual(servedOnce)
  })

  it('holds here when it is landed between our checks and our settlement', async () => {
    const ours = await targets.ours({})
    const { facilitator } = ours.site.application.gate
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
    const ours = await targets.ours({})
    const { facilitator, chains } = ours.site.application.gate
    facilitator.settle = async ({ requirements: { network } }, note) => {
      await note?.write()
      const errorReason = 'invalid_exact_evm_nonce_already_used'
      return { kind: 'refused', response: { success: false, transaction: '', network, errorReason } }
    }
    expect(await preemptWhileAsking(targets.world, ours)).toEqual(servedOnce)
    chains.findAuthorization = async () => ({ state: 'cancelled' })
    expect(await preemptWhileAsking(targets.world, ours)).toMatchObject({ content: null, spent: 1000n })
  })
})
