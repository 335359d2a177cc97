import { afterAll, describe, expect, it } from 'vitest'
import { overdrawBalance } from '@/development/testing/attacks/replays'
import { openTargets } from '@/development/testing/targets'

const targets = await openTargets()
afterAll(() => targets.close())
const price = 100_000n

describe('S-8: the payments in flight of one payer never exceed its balance', () => {
  it('holds here: five handler runs, five grants, five payments', async () => {
    expect(await overdrawBalance(targets.world, [await targets.ours()])).toEqual({
      grants: 5,
      runs: 5,
      earned: 5n * price,
    })
  })

  it('holds here over two instances', async () => {
    const one = await targets.ours({})
    const two = await targets.ours({ publicOrigin: one.origin })
    expect(await overdrawBalance(targets.world, [one, two])).toEqual({ grants: 5, runs: 5, earned: 5n * price })
  })
})
