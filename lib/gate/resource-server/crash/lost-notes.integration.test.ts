import { afterAll, expect, it } from 'vitest'
import { onStatement } from '@/development/testing/crash-site'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { untilBlocked } from '@/development/testing/until-blocked'
import { sql } from '@/lib/base/infra/database'
import { reconcilePayments } from '../reconcile'

const targets = await openTargets()
const ours = await targets.ours({})
afterAll(() => targets.close())

it('what was delivered is not given again when a crash of the database took the note that it was settled', async () => {
  const { application } = ours.site
  const { database, gate } = application
  const buyer = await createEvmBuyer(targets.world, 1_000_000n)
  const payment = { payer: buyer.address.toLowerCase() }
  let crashes = 0
  onStatement(application, /SET delivered_at = now\(\)/, 'before', async () => {
    if (crashes++ > 0) return
    // The commit of `settled` does not wait for the disk. The one before it does, and left the row like this.
    const unsettled = { status: 'settling', settledAt: null, transaction: null, responseStatus: null } as const
    await database.payment.updateMany({ where: payment, data: unsettled })
    await database.execute(sql`UPDATE payments SET settle_response = NULL WHERE payer = ${payment.payer}`)
  })
  const url = `${ours.origin}/cheap`
  const buy = async () => (await fetch(url, { headers: (await buyer.sign(url)).headers })).status
  expect(await buy()).toBe(200)
  await expect.poll(() => crashes).toBe(1)
  await expect
    .poll(async () => {
      await reconcilePayments(gate)
      return database.payment.count({ where: { ...payment, status: 'settled' } })
    })
    .toBe(1)
  await expect.poll(async () => (await database.payment.findFirst({ where: payment }))?.deliveredAt).not.toBeNull()
  expect(await buy()).toBe(200)
  expect(await buyer.balance()).toBe(998_000n)
})

it('an outcome is written by gate and facilitator at the same time, and told when both have', async () => {
  const { application } = ours.site
  const { database } = application
  const buyer = await createEvmBuyer(targets.world, 1_000_000n)
  const payer = buyer.address.toLowerCase()
  const stateOf = async () => (await database.settlement.findFirst({ where: { payer } }))?.state
  let tell = () => {}
  const isRecorded = new Promise<void>((resolve) => {
    tell = resolve
  })
  onStatement(application, /UPDATE payments SET status = 'settled'/, 'after', async () => tell())
  const url = `${ours.origin}/cheap`
  const { headers } = await buyer.sign(url)
  const { answer } = await database.$transaction(async (transaction) => {
    // The facilitator's statement waits for it, as the payment before used the same gas wallet.
    await transaction.rows(sql`SELECT 1 FROM gas_uses FOR UPDATE`)
    const answer = fetch(url, { headers })
    await isRecorded
    await untilBlocked(database)
    expect(await Promise.race([answer, stateOf()])).toBe('settling')
    return { answer }
  })
  expect((await answer).status).toBe(200)
  expect(await stateOf()).toBe('settled')
})
