import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type CatalogWorld, createCatalogWorld } from '@/development/testing/catalog-world'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller-mark'

let world: CatalogWorld
let opened: Response[] = []
beforeAll(async () => {
  world = await createCatalogWorld()
})
afterAll(() => world.stop())
afterEach(async () => {
  await Promise.all(opened.map(({ body }) => body?.cancel()))
  opened = []
})

/** Opens streams of news at once, and reads none of them. */
async function open(count: number, caller: string, headers: Record<string, string> = {}): Promise<number[]> {
  const ask = () =>
    world.catalog.http.events(
      new Request('http://localhost/', { headers: { ...headers, [CALLER_HEADER]: markCaller(caller) } }),
    )
  const answers = await Promise.all(Array.from({ length: count }, ask))
  opened.push(...answers)
  return answers.map(({ status }) => status)
}

it('opens twenty streams of news for one caller, also of fifty asked for at once, and goes on for others', async () => {
  const greedy = await open(50, '198.51.100.1')
  expect([greedy.filter((status) => status === 200).length, greedy.filter((status) => status === 503).length]).toEqual([
    20, 30,
  ])
  expect(await open(1, '198.51.100.2')).toEqual([200])
  await opened.find(({ status }) => status === 200)?.body?.cancel()
  expect(await open(2, '198.51.100.1')).toEqual([200, 503])
})

it('closes a stream of news that is not read once enough waits for it', async () => {
  const long = 'a'.repeat(2_000)
  const news = Array.from({ length: 200 }, (_, index) => ({
    kind: 'added',
    key: `GET https://a.example/${long}${index}`,
    resource: `https://a.example/${long}${index}`,
    happenedAt: new Date(),
  }))
  await world.database.catalogEvent.createMany({ data: news })
  expect(await open(20, '198.51.100.3', { 'last-event-id': '0' })).toEqual(Array(20).fill(200))
  await expect.poll(() => open(1, '198.51.100.3').then(([status]) => status)).toBe(200)
  const kept = (await opened.shift()?.text()) ?? ''
  expect([kept.length > 200_000, kept.length < 300_000]).toEqual([true, true])
})
