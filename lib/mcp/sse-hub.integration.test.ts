import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/lib/infra/database'
import { createTestDatabase } from '@/lib/processes/testing/test-database'
import { createSseHub } from './sse-hub'

let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const created = await createTestDatabase()
  database = openDatabase(created.url)
  drop = created.drop
})
afterAll(async () => {
  await database.$disconnect()
  await drop()
})

it('holds no stream for a client that went away while it was opened', async () => {
  const faults: unknown[] = []
  const hub = createSseHub(database, (error) => faults.push(error))
  const leaving = new AbortController()
  const opening = hub.open('/messages', leaving.signal)
  leaving.abort()
  const stream = await opening
  await expect.poll(() => database.mcpStream.count()).toBe(0)
  await stream?.cancel()
  expect(faults).toEqual([])
})
