import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { atClock } from '@/development/testing/at-clock'
import { openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'

const world = await openFacilitatorWorld()
const limits = { heldReservationMs: 30_000 }
const behind = await world.openInstance({ limits })
const ahead = await world.openInstance({ limits })
afterAll(() => world.close())

const payer = () => world.newEvmPayer(1_000n)

async function newRequest(by: Awaited<ReturnType<typeof payer>>) {
  const terms = world.requirements({ price: '$0.001', payTo: world.newEvmSeller() })
  const paymentRequirements = { ...terms, maxTimeoutSeconds: 300 }
  return { paymentPayload: await signEvmPayment(by, paymentRequirements), paymentRequirements }
}

describe('S-20: instances whose clocks differ by two minutes', () => {
  it('reserve a balance once', async () => {
    const by = await payer()
    const [one, two] = [await newRequest(by), await newRequest(by)]
    expect(await atClock(-60, () => behind.verify(one))).toMatchObject({ isValid: true })
    const second = await atClock(60, () => ahead.verify(two))
    expect(second).toMatchObject({ isValid: false, invalidReason: 'insufficient_funds' })
  })

  it('leave a reservation to the instance that holds it', async () => {
    const request = await newRequest(await payer())
    const holder = randomUUID()
    expect(await atClock(-60, () => behind.verify(request, { holder }))).toMatchObject({ isValid: true })
    const taken = await atClock(60, () => ahead.settle(request))
    expect(taken).toMatchObject({ kind: 'refused', response: { errorReason: 'duplicate_settlement' } })
    expect(await atClock(-60, () => behind.settle(request, { holder }))).toMatchObject({ kind: 'settled' })
  })

  it('take over no claim that is fresh', async () => {
    const request = await newRequest(await payer())
    const { key } = readSignedPayment(request.paymentPayload, request.paymentRequirements).authorization
    const stateOf = async () => (await ahead.findSettlement(key))?.state
    let begin = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const note = { read: () => ({}), written: () => {}, write: () => begun }
    const { settling } = await atClock(-60, async () => {
      const settling = behind.settle(request, { note })
      await expect.poll(stateOf, { interval: 5 }).toBe('claimed')
      return { settling }
    })
    await atClock(60, () => ahead.reconcileSettlements())
    expect(await stateOf()).toBe('claimed')
    begin()
    expect(await settling).toMatchObject({ kind: 'settled' })
  })
})
