import { expect, it, vi } from 'vitest'
import { lookAgain } from './continue-stream'

const newDatabase = (rows: () => Promise<unknown[]>) => ({ rows: vi.fn(rows) })
const at = (paymentId: string) => ({ paymentId, routeKey: 'GET /words' })

it('asks the database once for all who wait for one stream, and again for those who come later', async () => {
  const database = newDatabase(async () => [])
  const looks = Array.from({ length: 50 }, () => lookAgain(database as never, at('one')))
  expect(new Set(await Promise.all(looks))).toEqual(new Set([null]))
  expect(database.rows).toHaveBeenCalledTimes(1)
  await Promise.all([lookAgain(database as never, at('one')), lookAgain(database as never, at('two'))])
  expect(database.rows).toHaveBeenCalledTimes(3)
})

it('fails for all who wait, and looks again afterwards', async () => {
  const database = newDatabase(() => Promise.reject(new Error('away')))
  const looks = await Promise.allSettled([
    lookAgain(database as never, at('one')),
    lookAgain(database as never, at('one')),
  ])
  expect(looks.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  database.rows.mockResolvedValue([])
  expect(await lookAgain(database as never, at('one'))).toBeNull()
})
