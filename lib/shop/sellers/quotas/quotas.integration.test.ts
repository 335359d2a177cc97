import { beforeEach, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller, priceOf, type TestSeller } from '@/development/testing/test-seller'
import { article } from '@/lib/shop/testing/selling'
import type { Quotas, SellersContext } from '../ports'
import { archiveRoute } from '../routes/move-route'
import { saveFile } from '../routes/save-content'
import { createRoute, duplicateRoute } from '../routes/write-route'
import { createEndpoint } from '../webhooks/endpoints'
import { readUsage } from './quotas'

const site = await openTestSite()
let seller: TestSeller

beforeEach(async () => {
  seller = await createTestSeller(site)
})

/** The shop's context with other limits. */
const under = (quotas: Partial<Quotas>, storedBytes = 1e9, now?: Date): SellersContext => {
  const { sellers } = site.application
  const limits = { quotas: { ...sellers.limits.quotas, ...quotas }, storedBytes }
  return { ...sellers, limits, ...(now && { clock: () => now }) }
}
let places = 0
const text = () => article(`/text-${(places += 1)}`)
const fileRoute = async (of = seller) => {
  const file = { kind: 'file', title: 'A file', method: 'GET', path: `/file-${(places += 1)}`, price: priceOf('$0.01') }
  return (await createRoute(under({}), of.actor, file)).routeId
}
const upload = (context: SellersContext, routeId: string, size: number, said: number | null = size, of = seller) => {
  const body = new Blob([new Uint8Array(size)]).stream()
  return saveFile(context, of.actor, routeId, { name: 'a.bin', mediaType: 'text/plain', size: said, body })
}
const kinds = (ends: PromiseSettledResult<unknown>[]) =>
  ends.map((end) => (end.status === 'fulfilled' ? 'done' : (end.reason as { code: string }).code)).sort()
const usageOf = async (context: SellersContext) =>
  Object.fromEntries((await readUsage(context, seller.actor)).map(({ name, used, allowed }) => [name, [used, allowed]]))
const chunks = () => site.application.database.fileChunk.count()

describe('however many write at once', () => {
  it('a shop has no more routes than it may, made or copied, and archiving makes room', async () => {
    const context = under({ routes: 3 })
    const first = await createRoute(context, seller.actor, text())
    const ends = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => createRoute(context, seller.actor, text())),
      ...['/copy-1', '/copy-2'].map((path) => duplicateRoute(context, seller.actor, first.routeId, path)),
    ])
    expect(kinds(ends)).toEqual([...Array(4).fill('QUOTA_REACHED'), 'done', 'done'])
    expect((await usageOf(context)).routes).toEqual([3, 3])
    await expect(createRoute(context, seller.actor, text())).rejects.toThrow('Your shop may have 3 routes.')
    await archiveRoute(context, seller.actor, first.routeId)
    await createRoute(context, seller.actor, text())
  })

  it('a shop has no more webhooks than it may', async () => {
    const context = under({ webhooks: 2 })
    const endpoint = (port: number) => ({ url: `http://127.0.0.1:${8080 + port}/hook`, events: ['payment.settled'] })
    const ends = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((port) => createEndpoint(context, seller.actor, endpoint(port))),
    )
    expect(kinds(ends)).toEqual([...Array(3).fill('QUOTA_REACHED'), 'done', 'done'])
  })

  it('a shop stores no more bytes and no more files than it may, and nothing of a refused one', async () => {
    const context = under({ bytes: 2_500_000, files: 10 })
    const routes = await Promise.all([1, 2, 3, 4].map(() => fileRoute()))
    const before = await chunks()
    const ends = await Promise.allSettled(routes.map((routeId) => upload(context, routeId, 1_048_576)))
    expect(kinds(ends)).toEqual(['QUOTA_REACHED', 'QUOTA_REACHED', 'done', 'done'])
    expect((await chunks()) - before).toBe(2)
    const [stored] = routes.filter((_, index) => ends[index]?.status === 'fulfilled')
    // Replacing a file needs no room for both.
    await upload(context, stored ?? '', 1_300_000)
    const few = under({ files: 2 })
    const [empty] = routes.filter((_, index) => ends[index]?.status === 'rejected')
    await expect(upload(few, empty ?? '', 10)).rejects.toMatchObject({ code: 'QUOTA_REACHED' })
    expect(await usageOf(few)).toMatchObject({ files: [2, 2], bytes: [1_048_576 + 1_300_000, 1_000_000_000] })
  })

  it('all shops together store no more than the site has room for', async () => {
    const { _sum } = await site.application.database.upload.aggregate({ _sum: { bytes: true } })
    const context = under({}, Number(_sum.bytes ?? 0n) + 2_000)
    const other = await createTestSeller(site)
    const places = await Promise.all(
      [seller, other, seller, other].map(async (of) => ({ of, routeId: await fileRoute(of) })),
    )
    const before = await chunks()
    const ends = await Promise.allSettled(places.map(({ of, routeId }) => upload(context, routeId, 900, 900, of)))
    expect(kinds(ends)).toEqual(['STORAGE_FULL', 'STORAGE_FULL', 'done', 'done'])
    expect((await chunks()) - before).toBe(2)
  })

  it('a shop begins no more uploads a minute than it may', async () => {
    const start = new Date('2026-06-01T12:00:00Z')
    const at = (seconds: number) => under({ uploadsPerMinute: 2 }, 1e9, new Date(start.getTime() + seconds * 1000))
    const routeId = await fileRoute()
    const ends = await Promise.allSettled([1, 2, 3, 4].map(() => upload(at(0), routeId, 10)))
    expect(kinds(ends)).toEqual(['UPLOADS_TOO_MANY', 'UPLOADS_TOO_MANY', 'done', 'done'])
    await expect(upload(at(59), routeId, 10)).rejects.toMatchObject({ code: 'UPLOADS_TOO_MANY' })
    await upload(at(61), routeId, 10)
  })
})

it('an upload that is longer than it says is not stored, and gives its room back', async () => {
  const context = under({ bytes: 3_000_000 })
  const routeId = await fileRoute()
  const before = await chunks()
  await expect(upload(context, routeId, 2_000_000, 1_000)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
  await expect(upload(context, routeId, 0, 0)).rejects.toMatchObject({ code: 'FILE_EMPTY' })
  expect(await chunks()).toBe(before)
  expect((await usageOf(context)).bytes).toEqual([0, 3_000_000])
})
