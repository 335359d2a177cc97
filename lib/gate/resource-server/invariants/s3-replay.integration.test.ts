import { afterAll, describe, expect, it } from 'vitest'
import { replayPayment } from '@/development/testing/attacks/replays'
import { soakOr } from '@/development/testing/soak'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'

const copies = soakOr(200, 20)
const targets = await openTargets()
afterAll(() => targets.close())
describe('S-3 and S-7: one payment, one handler run, one settlement, one grant', () => {
  it(`holds here under ${copies} copies, while the first is worked on`, async () => {
    const ours = await targets.ours()
    const url = `${ours.origin}/slow?held`
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const { headers } = await buyer.sign(url)
    const runs = async () => (await ours.runs())['/slow'] ?? 0
    const statuses: number[] = []
    const asked = Array.from({ length: copies }, async () => statuses.push((await fetch(url, { headers })).status))
    await expect.poll(async () => statuses.length + (await runs())).toBe(copies)
    expect([await runs(), new Set(statuses)]).toEqual([1, new Set([409])])
    await ours.finish()
    await Promise.all(asked)
    expect([statuses.at(-1), await buyer.balance()]).toEqual([200, 999_000n])
  })

  it(`holds here under ${copies} copies at two instances over one database`, async () => {
    const one = await targets.ours({})
    const two = await targets.ours({ publicOrigin: one.origin })
    expect(await replayPayment(targets.world, [one, two], { copies })).toMatchObject({
      grants: 1,
      runs: 1,
      earned: 1000n,
      spent: 1000n,
    })
  })

  it('holds here for a metered price of zero', async () => {
    expect(
      await replayPayment(targets.world, [await targets.ours()], { copies, path: '/metered?amount=0' }),
    ).toMatchObject({ grants: 1, spent: 0n })
  })
})
