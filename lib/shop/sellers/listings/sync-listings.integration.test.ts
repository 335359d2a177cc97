import { expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { pauseRoute, publishRoute } from '../routes/move-route'
import { getRoute } from '../routes/routes'
import { createRoute } from '../routes/write-route'
import { delistRoute, refreshListing, syncListings } from './listings'

const site = await openTestSite({})
const context = site.application.sellers
const seller = await createTestSeller(site)

const article = (path: string, discovery: object) => ({
  kind: 'article',
  title: 'On tolls',
  method: 'GET',
  path,
  price: priceOf('$0.01'),
  body: 'Text.',
  discovery,
})
const listed = async () =>
  (await site.application.catalog.list({})).items.map(({ resource }) => new URL(resource).pathname)
const statusOf = async (routeId: string) => (await getRoute(context, seller.actor, routeId)).listing.status

it('lists a live route that wants to be, takes it out with a pause, and brings it back', async () => {
  const discovery = { isListed: true, serviceName: 'Tolls', tags: ['roads'] }
  const { routeId } = await createRoute(context, seller.actor, article('/tolls/[year]', discovery))
  const template = `/x/${seller.handle}/tolls/:year`
  expect(await statusOf(routeId)).toBe('processing')
  expect(await syncListings(context)).toBe(1)
  expect(await statusOf(routeId)).toBe('success')
  expect(await listed()).toContain(template)
  expect(await syncListings(context)).toBe(0)

  await pauseRoute(context, seller.actor, routeId)
  await Promise.all([syncListings(context), syncListings(context)])
  expect(await statusOf(routeId)).toBe('not_listed')
  expect(await listed()).not.toContain(template)

  await publishRoute(context, seller.actor, routeId)
  await syncListings(context)
  expect(await listed()).toContain(template)
})

it('tells the catalog again on request, and takes a route out without stopping its sale', async () => {
  const { routeId, url } = await createRoute(context, seller.actor, article('/kept', { isListed: true }))
  await syncListings(context)
  await refreshListing(context, seller.actor, routeId)
  expect(await statusOf(routeId)).toBe('processing')
  expect(await syncListings(context)).toBe(1)
  expect(await statusOf(routeId)).toBe('success')

  await delistRoute(context, seller.actor, routeId)
  await syncListings(context)
  expect(await statusOf(routeId)).toBe('not_listed')
  expect(await listed()).not.toContain(new URL(url).pathname)
  const answer = await fetch(url)
  expect(answer.status).toBe(402)
  expect((await answer.json()).extensions?.bazaar).toBeUndefined()
  await expect(refreshListing(context, seller.actor, routeId)).rejects.toMatchObject({ code: 'ROUTE_NOT_LISTED' })
})
