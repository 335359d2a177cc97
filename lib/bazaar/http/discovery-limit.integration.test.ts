import { afterAll, expect, it } from 'vitest'
import { createCatalogWorld } from '@/development/testing/catalog-world'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller'
import { createCatalog } from '../create-catalog'
import { createDiscoveryTurns } from './discovery-limit'

const world = await createCatalogWorld()
afterAll(() => world.stop())

const openInstance = (isDemo = false) =>
  createCatalog({ ...world.deps, admit: createDiscoveryTurns({ ...world.deps, isDemo }) }).http

const base = 'http://localhost/facilitator/discovery'
const from = (address: string) => ({ headers: { [CALLER_HEADER]: markCaller(address) } })
const search = (address: string) => new Request(`${base}/search?query=weather`, from(address))
const validate = (address: string) => new Request(`${base}/validate`, { method: 'POST', body: '{}', ...from(address) })
const statuses = async (answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status)
const countOf = (all: number[], status: number) => all.filter((one) => one === status).length
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

it('discovery endpoints answer one address a hundred searches and lists in ten seconds', async () => {
  const one = openInstance()
  const list = new Request(`${base}/resources`, from('198.51.100.1'))
  expect((await one.resources(list)).status).toBe(200)
  const answers = await statuses(times(120, () => one.search(search('198.51.100.1'))))
  expect([countOf(answers, 429), answers.length]).toEqual([21, 120])
  const refused = await one.search(search('198.51.100.1'))
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('content-type')).toBe('application/problem+json')
  expect(await refused.json()).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
  expect((await one.search(search('198.51.100.2'))).status).toBe(200)
  world.advance(10_000)
  expect((await one.search(search('198.51.100.1'))).status).toBe(200)
})

it('discovery endpoints are stricter where they make us ask others', async () => {
  const http = openInstance()
  const answers = await statuses(times(15, () => http.validate(validate('198.51.100.3'))))
  expect([countOf(answers, 400), countOf(answers, 429)]).toEqual([10, 5])
  expect((await http.search(search('198.51.100.3'))).status).toBe(200)
})
