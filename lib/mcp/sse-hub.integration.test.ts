import { expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import { createSseHub } from './sse-hub'
import { putMessage } from './sse-streams'
import { openSse } from './transports'

const { client: database } = await openTestDatabase()

it('holds no stream for a client that went away while it was opened', async () => {
  const faults: unknown[] = []
  const hub = createSseHub(database, (error) => faults.push(error))
  const leaving = new AbortController()
  const opening = hub.open('/messages', { signal: leaving.signal, caller: 'a' })
  leaving.abort()
  const stream = await opening
  await expect.poll(() => database.mcpStream.count()).toBe(0)
  await stream?.cancel()
  expect(faults).toEqual([])
})

it('holds twenty streams of one caller, however many it asks for at once, and those of others', async () => {
  const hub = createSseHub(database, () => undefined)
  const open = (caller: string) => hub.open('/messages', { signal: new AbortController().signal, caller })
  const asked = await Promise.all(Array.from({ length: 50 }, () => open('greedy')))
  const given = asked.filter((stream) => stream !== null)
  expect(given).toHaveLength(20)
  const other = await open('modest')
  expect(other).not.toBeNull()
  await Promise.all([...given, other].map((stream) => stream?.cancel()))
  expect(await open('greedy').then((stream) => stream?.cancel())).toBeUndefined()
  await expect.poll(() => database.mcpStream.count()).toBe(0)
})

it('opens none for HEAD, whose answer nobody reads to an end', async () => {
  const hub = createSseHub(database, () => undefined)
  const ask = (method: string) => openSse(hub, '/messages', new Request('http://site.example/mcp/sse', { method }))
  for (const head of await Promise.all(Array.from({ length: 30 }, () => ask('HEAD')))) {
    expect([head.status, head.headers.get('content-type'), head.body]).toEqual([200, 'text/event-stream', null])
  }
  const asked = await Promise.all(Array.from({ length: 21 }, () => ask('GET')))
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = asked.find(({ status }) => status !== 200)
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '60'])
  await Promise.all(asked.map(({ body }) => body?.cancel()))
  await expect.poll(() => database.mcpStream.count()).toBe(0)
})

it('closes an unread stream, and keeps no more of it than its limit', async () => {
  const hub = createSseHub(database, () => undefined)
  const stream = await hub.open('/messages', { signal: new AbortController().signal, caller: 'deaf' })
  const { id: streamId } = await database.mcpStream.findFirstOrThrow()
  const body = 'x'.repeat(1_000_000)
  let sent = 0
  while (sent < 20 && (await putMessage(database, { streamId, body })) !== null) {
    sent += 1
    await expect.poll(() => database.mcpMessage.count()).toBe(0)
  }
  expect(sent).toBeLessThan(20)
  expect((await new Response(stream).text()).length).toBeLessThan(6_000_000)
  expect(await database.mcpStream.count()).toBe(0)
})
