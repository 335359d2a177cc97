import { expect, it, vi } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import { sql } from '@/lib/base/infra/database'
import { createHeartbeat, listInstances } from './instance'

it('stirs an instance when another one comes and when it is gone, and else not', async () => {
  const { client } = await openTestDatabase()
  const stir = vi.fn()
  const beat = createHeartbeat(client, { instanceId: 'here', stir })
  const counts: number[] = []
  const beatAgain = () => beat().then(() => counts.push(stir.mock.calls.length))
  await beatAgain()
  await beatAgain()
  await createHeartbeat(client, { instanceId: 'other', stir: () => {} })()
  await beatAgain()
  await client.execute(sql`UPDATE instances SET seen_at = now() - interval '26 seconds' WHERE id = 'other'`)
  await beatAgain()
  await beatAgain()
  expect(counts).toEqual([1, 1, 2, 3, 3])
  expect(await listInstances(client)).toMatchObject([
    { id: 'here', isAlive: true },
    { id: 'other', isAlive: false },
  ])
})
