import { expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { untilBlocked } from '@/development/testing/until-blocked'
import { sql } from '@/lib/base/infra/database'
import { archiveRoute, pauseRoute, publishRoute } from './routes/move-route'
import { getRoute } from './routes/routes'
import { saveFile } from './routes/save-content'
import { createRoute, updateRoute } from './routes/write-route'

const site = await openTestSite()
const context = site.application.sellers
const seller = await createTestSeller(site)

const route = (path: string, more: object) => ({ title: 'A', method: 'GET', path, price: priceOf('$0.01'), ...more })
const article = { kind: 'article', body: 'Text.' }

/** Starts changes of the shop, and holds each back until all have read. */
async function changeAtOnce(...changes: (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> {
  const changing = await context.database.$transaction(async (transaction) => {
    await transaction.rows(sql`SELECT id FROM sellers FOR UPDATE`)
    const all = Promise.allSettled(changes.map((change) => change()))
    await untilBlocked(context.database, changes.length)
    return () => all
  })
  return changing()
}

it.each([
  ['paused', pauseRoute],
  ['archived', archiveRoute],
] as const)('takes a route to be %s when that is asked twice at once, and refuses no one', async (state, move) => {
  const { routeId } = await createRoute(context, seller.actor, route(`/${state}`, article))
  const twice = () => move(context, seller.actor, routeId)
  expect(await changeAtOnce(twice, twice)).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
  expect(await getRoute(context, seller.actor, routeId)).toMatchObject({ state })
})

it('refuses a move that another has ruled out', async () => {
  const { routeId } = await createRoute(context, seller.actor, route('/moved', { ...article, state: 'draft' }))
  await archiveRoute(context, seller.actor, routeId)
  await expect(publishRoute(context, seller.actor, routeId)).rejects.toMatchObject({ code: 'ROUTE_STATE_REFUSED' })
})

/** A file of ten bytes, and a change of the shop during its upload. */
const fileDuring = (change: () => Promise<unknown>) => ({
  ...{ name: 'a.png', mediaType: 'image/png' },
  body: new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await change()
        controller.enqueue(new Uint8Array(10))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  ),
})

it('keeps a price that is set while a file is on its way', async () => {
  const { routeId } = await createRoute(context, seller.actor, route('/file', { kind: 'file' }))
  const dearer = route('/file', { kind: 'file', price: priceOf('$2') })
  const file = fileDuring(() => updateRoute(context, seller.actor, routeId, dearer))
  await saveFile(context, seller.actor, routeId, file)
  const { settings } = await getRoute(context, seller.actor, routeId)
  expect(settings).toMatchObject({ price: { dollars: '$2' }, mimeType: 'image/png' })
})

it('takes no file for a route that is archived, also while it is on its way, and changes nothing of it', async () => {
  const { routeId } = await createRoute(context, seller.actor, route('/gone', { kind: 'file' }))
  const archive = fileDuring(() => archiveRoute(context, seller.actor, routeId))
  const refused = { code: 'ROUTE_ARCHIVED' }
  await expect(saveFile(context, seller.actor, routeId, archive)).rejects.toMatchObject(refused)
  const { revision } = await context.database.storedRoute.findUniqueOrThrow({ where: { id: routeId } })
  const nothing = fileDuring(async () => {})
  await expect(saveFile(context, seller.actor, routeId, nothing)).rejects.toMatchObject(refused)
  expect(await context.database.storedRoute.findUnique({ where: { id: routeId } })).toMatchObject({ revision })
  expect(await context.database.seller.findUnique({ where: { handle: seller.handle } })).toMatchObject({ revision })
  expect(await context.database.upload.count({ where: { routeId } })).toBe(0)
  expect(await getRoute(context, seller.actor, routeId)).toMatchObject({ state: 'archived', file: null })
})
