import { afterAll, expect, it } from 'vitest'
import { challenge, option } from '@/development/testing/catalog-world'
import { openListingWorld } from '@/development/testing/listing-world'
import { presentEntry } from './present-entry'

const { world, origin, answers, key } = await openListingWorld()
afterAll(() => world.stop())

const MINUTE_MS = 60_000
const payee = (digit: number) => `0x${String(digit).repeat(40)}`

/** Lists the resource again with these options, six minutes later. */
async function answer(path: string, ...accepts: object[]) {
  answers.set(path, challenge({ resource: { description: `Service at ${path}` }, accepts }))
  world.advance(6 * MINUTE_MS)
  expect(await world.catalog.probe({ url: `${origin}${path}` })).toMatchObject({ status: 'success' })
}

const entryOf = async (path: string) => {
  const { items } = await world.catalog.list({ limit: '100' })
  const found = items.find((item) => item.key === key(path))
  if (!found) throw new Error(`Not listed: ${path}`)
  return found
}

it('tells of a shop that changes its payee eight times, in list, search, detail and on the wire, for a week', async () => {
  for (let change = 0; change <= 8; change += 1) await answer('/dice', option({ payTo: payee(change + 1) }))
  const lastAt = world.deps.clock()
  const listed = await entryOf('/dice')
  expect(listed.termsChanges.payee).toEqual({ lastDay: 8, lastWeek: 8, lastAt })
  expect(listed.suspicions).toEqual(['pay_to_changed'])
  const { resources } = await world.catalog.search({ query: 'service at dice' })
  expect(resources.find((found) => found.key === key('/dice'))?.suspicions).toEqual(['pay_to_changed'])
  expect((await world.catalog.get(key('/dice')))?.entry.suspicions).toEqual(['pay_to_changed'])
  expect(presentEntry(listed).metadata.turnpike).toMatchObject({
    suspicions: ['pay_to_changed'],
    termsChanges: { payee: { lastDay: 8, lastWeek: 8, lastAt: lastAt.toISOString() }, price: { lastWeek: 0 } },
  })

  world.advance(2 * 24 * 60 * MINUTE_MS)
  expect((await entryOf('/dice')).termsChanges.payee).toMatchObject({ lastDay: 0, lastWeek: 8 })
  world.advance(6 * 24 * 60 * MINUTE_MS)
  expect(await entryOf('/dice')).toMatchObject({ suspicions: [], termsChanges: { payee: { lastWeek: 0 } } })
})

it('is not hidden by a network that is added at the same time', async () => {
  await answer('/hidden', option({ payTo: payee(1) }))
  await answer('/hidden', option({ payTo: payee(2) }), option({ network: 'eip155:8453', payTo: payee(2) }))
  expect((await entryOf('/hidden')).suspicions).toEqual(['pay_to_changed'])
})

it('says nothing of a network that is added for the same payee, nor of one new price', async () => {
  await answer('/steady', option({}))
  await answer('/steady', option({}), option({ network: 'eip155:8453' }))
  await answer('/steady', option({ amount: '2000' }), option({ network: 'eip155:8453', amount: '2000' }))
  expect(await entryOf('/steady')).toMatchObject({ suspicions: [], termsChanges: { price: { lastDay: 1 } } })
})

it('names a price that changes three times in a day', async () => {
  for (const amount of ['1000', '2000', '3000', '4000']) await answer('/tides', option({ amount }))
  expect((await entryOf('/tides')).suspicions).toEqual(['price_changes_often'])
})
