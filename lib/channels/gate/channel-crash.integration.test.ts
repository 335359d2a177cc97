import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { askSettled } from '@/development/testing/ask-settled'
import { type ChannelBuyer, createChannelBuyer } from '@/development/testing/channel-buyer'
import { type KillPoint, openCrashWorld, openSurvivor, openVictim } from '@/development/testing/crash-site'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { sql } from '@/lib/base/infra/database'

const price = 1_000n
const deposit = 100n * price
const world = testWorld()
const payTo = privateKeyToAccount(generatePrivateKey()).address
const { url: databaseUrl, client: database } = await openTestDatabase()

const crashWorld = await openCrashWorld(world, { databaseUrl, payTo })
const survivor = await openSurvivor(crashWorld)
afterAll(() => survivor.stop())

/** `isCharged`: the call was charged before the crash, and the same payment opens its kept answer. */
const crashes: { point: KillPoint; isDeposit: boolean; isCharged: boolean }[] = [
  { point: 'before charging', isDeposit: false, isCharged: false },
  { point: 'answer sent', isDeposit: false, isCharged: true },
  { point: 'transaction sent', isDeposit: true, isCharged: false },
  { point: 'charged', isDeposit: true, isCharged: true },
]

const chargedTo = async (buyer: ChannelBuyer) => {
  const row = await database.paymentChannel.findFirst({ where: { payer: buyer.address.toLowerCase() } })
  return BigInt(row?.chargedAtomic.toFixed(0) ?? 0)
}

/** Waits until the dead request's reservations are free: its time is over, and its transactions have landed. */
async function untilFree(buyer: ChannelBuyer, isSent: boolean): Promise<void> {
  const payer = buyer.address.toLowerCase()
  await database.execute(sql`UPDATE payment_channels SET pending_until = now() WHERE payer = ${payer}`)
  await database.execute(sql`UPDATE payments SET lease_until = now() WHERE payer = ${payer}`)
  if (!isSent) return
  // The survivor takes over transactions that are older than ten seconds.
  await database.execute(
    sql`UPDATE settlement_transactions SET created_at = now() - interval '1 minute' WHERE state = 'open'`,
  )
  await expect.poll(() => database.settlement.count({ where: { payer, state: 'settled' } })).toBe(1)
}

describe('a site that is killed', () => {
  it.each(crashes)(
    'at $point (deposit: $isDeposit) has charged the call: $isCharged, and it is charged and delivered once',
    async ({ point, isDeposit, isCharged }) => {
      const buyer = await createChannelBuyer(world, 1_000_000n)
      const url = `${survivor.origin}/channel`
      if (!isDeposit) expect((await buyer.fetch(url)).status).toBe(200)
      const before = await chargedTo(buyer)

      const victim = await openVictim(crashWorld, point)
      const { headers } = await buyer.sign(url)
      const died = await fetch(`${victim.origin}/channel`, { headers }).then(
        ({ status }) => status,
        () => null,
      )
      if (point !== 'answer sent') expect(died).toBe(null)
      await victim.stop()
      expect((await chargedTo(buyer)) - before).toBe(isCharged ? price : 0n)

      await untilFree(buyer, isDeposit && (point === 'transaction sent' || point === 'before charging'))
      // A client without memory reads the chain: it pays in once, and signs what is due.
      const again = isDeposit && !isCharged ? await buyer.forgetful().fetch(url) : await fetch(url, { headers })
      expect([again.status, await again.json()]).toEqual([200, { content: 'channel' }])
      expect((await chargedTo(buyer)) - before).toBe(price)
      // One deposit, whatever happened before.
      expect(await buyer.balance()).toBe(1_000_000n - deposit)
      expect((await askSettled(url, headers)).status).toBe(402)
      expect((await chargedTo(buyer)) - before).toBe(price)
    },
  )

  it('has charged what it sent of a stream, and the step that was about to leave', async () => {
    const buyer = await createChannelBuyer(world, 2_000_000n)
    const victim = await openVictim(crashWorld, 'step charged')
    const { headers } = await buyer.sign(`${survivor.origin}/channel-stream`)
    await expect(fetch(`${victim.origin}/channel-stream`, { headers })).rejects.toThrow()
    await victim.stop()
    expect(await chargedTo(buyer)).toBe(100n)
    await untilFree(buyer, false)
    const payer = buyer.address.toLowerCase()
    // The survivor's worker ends it for what was charged.
    await expect
      .poll(() => database.payment.findFirst({ where: { payer } }))
      .toMatchObject({ status: 'settled', leaseToken: null })
    expect((await buyer.fetch(`${survivor.origin}/channel`)).status).toBe(200)
    expect(await chargedTo(buyer)).toBe(100n + price)
  })

  it('has charged what was delivered, claimed or not, to the unit', async () => {
    const delivered = await database.payment.aggregate({ _sum: { settledAtomic: true }, where: { status: 'settled' } })
    const channels = await database.paymentChannel.findMany()
    const charged = channels.reduce((sum, { chargedAtomic }) => sum + BigInt(chargedAtomic.toFixed(0)), 0n)
    expect(charged).toBe(BigInt(delivered._sum.settledAtomic?.toFixed(0) ?? 0))
    for (const { chargedAtomic, signedAtomic, balanceAtomic } of channels) {
      expect(signedAtomic?.gte(chargedAtomic) ?? chargedAtomic.isZero()).toBe(true)
      expect(balanceAtomic.gte(chargedAtomic)).toBe(true)
    }
  })
})
