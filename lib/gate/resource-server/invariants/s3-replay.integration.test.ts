import { afterAll, describe, expect, it } from 'vitest'
import { replayPayment } from '@/development/testing/attacks/replays'
import { soakOr } from '@/development/testing/soak'
import { openTargets } from '@/development/testing/targets'

const copies = soakOr(200, 20)
const targets = await openTargets()
afterAll(() => targets.close())
describe('S-3 and S-7: one payment, one handler run, one settlement, one grant', () => {
  it(`holds here under ${copies} copies at one instance`, async () => {
    const result = await replayPayment(targets.world, [await targets.ours()], { copies })
    expect(result).toMatchObject({ grants: 1, runs: 1, earned: 1000n, spent: 1000n })
    expect((result.statuses[409] ?? 0) + (result.statuses[402] ?? 0)).toBe(copies - 1)
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
