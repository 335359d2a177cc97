import { afterAll, expect, it } from 'vitest'
import { drainWhileProducing } from '@/development/testing/attacks/replays'
import { openTargets } from '@/development/testing/targets'

const targets = await openTargets()
afterAll(() => targets.close())
it('S-1: content leaves only once its money is final holds here: the produced body is withheld, with the reason', async () => {
  const ours = await targets.ours()
  const result = await drainWhileProducing(targets.world, ours)
  expect(result).toMatchObject({ status: 402, earned: 0n, kept: 1000n })
  expect(JSON.parse(result.body)).not.toHaveProperty('content')
  expect(JSON.parse(result.body)).toMatchObject({ error: 'invalid_transaction_state' })
  const [row] = await ours.site.application.database.payment.findMany({ orderBy: { claimedAt: 'desc' }, take: 1 })
  expect(row).toMatchObject({ status: 'refused', settledAtomic: null, deliveredAt: null, responseBody: null })
})
