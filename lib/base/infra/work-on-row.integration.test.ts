import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '@/development/testing/test-database'
import { openDatabase } from './database'
import { forgetFailingRows, listFailingRows, workOnRow } from './jobs'

const testDatabase = await createTestDatabase()
const database = openDatabase(testDatabase.url, testDatabase)
afterAll(async () => {
  await database.$disconnect()
  await testDatabase.drop()
})

let now = new Date('2026-11-27T12:00:00Z')
const lines: string[] = []
const deps = {
  get database() {
    return database
  },
  clock: () => now,
  log: { error: (_: object, message: string) => void lines.push(message) },
}
const row = { job: 'crawler', row: 'GET https://a.example/' }

it('puts off a row that fails, ever longer, shows it, and forgets it once it works', async () => {
  const waits: number[] = []
  const postpone = async (until: Date) => void waits.push((until.getTime() - now.getTime()) / 60_000)
  const fail = () => workOnRow(deps, row, { work: () => Promise.reject(new Error('broken')), postpone })
  for (let time = 0; time < 8; time += 1) expect(await fail()).toBeNull()
  expect(waits).toEqual([1, 4, 16, 64, 256, 1_024, 1_440, 1_440])
  expect(await listFailingRows(database, now)).toMatchObject([{ ...row, failures: 8, fault: 'Error: broken' }])
  expect(lines).toEqual(Array.from({ length: 8 }, () => 'a row of a job failed'))
  expect(await workOnRow(deps, row, { work: async () => 'done', postpone })).toBe('done')
  expect(await listFailingRows(database, now)).toEqual([])
})

it('forgets a row that failed in a process that is gone, after two days', async () => {
  await workOnRow(deps, row, { work: () => Promise.reject(new Error('broken')), postpone: async () => {} })
  now = new Date(now.getTime() + 3 * 86_400_000)
  expect(await listFailingRows(database, now)).toEqual([])
  const waits: number[] = []
  const postpone = async (until: Date) => void waits.push(until.getTime() - now.getTime())
  await workOnRow(deps, row, { work: () => Promise.reject(new Error('broken')), postpone })
  expect(waits).toEqual([60_000])
  now = new Date(now.getTime() + 3 * 86_400_000)
  await forgetFailingRows(database, now)
  expect(await database.failingRow.count()).toBe(0)
})

it('takes an absent database for no fault of the row', async () => {
  const away = Object.assign(new Error('away'), { code: 'P1001' })
  const postpone = () => Promise.reject(new Error('not asked'))
  await expect(workOnRow(deps, row, { work: () => Promise.reject(away), postpone })).rejects.toBe(away)
  expect(await listFailingRows(database, now)).toEqual([])
})
