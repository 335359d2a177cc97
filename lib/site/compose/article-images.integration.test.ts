import { toHtml } from 'hast-util-to-html'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { signInHeaders } from '@/development/testing/sign-in-proofs'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { createTestImage, testImage } from '@/development/testing/test-image'
import { createTestSeller, priceOf, type TestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { sql } from '@/lib/base/infra/database'
import { daysBefore } from '@/lib/base/infra/prune'
import { findPublicImage, purgeImages } from '@/lib/shop/sellers/images/images'
import { saveImage } from '@/lib/shop/sellers/images/save-image'
import type { Quotas } from '@/lib/shop/sellers/ports'
import { readUsage } from '@/lib/shop/sellers/quotas/quotas'
import { findBought, findGoods } from '@/lib/shop/sellers/routes/find-goods'
import { archiveRoute, pauseRoute, publishRoute } from '@/lib/shop/sellers/routes/move-route'
import { purgeBrokenUploads } from '@/lib/shop/sellers/routes/save-content'
import { createRoute, updateRoute } from '@/lib/shop/sellers/routes/write-route'
import { article as textAt } from '@/lib/shop/testing/selling'

const world = testWorld()
const site = await openTestSite({})
const context = site.application.sellers
const { database } = site.application
let seller: TestSeller
/** The image of the free part. */
let free: { imageId: string; address: string }
let paid: { imageId: string; address: string }

beforeEach(async () => {
  seller = await createTestSeller(site)
  free = await createTestImage(site, seller)
  paid = await createTestImage(site, seller)
})

const article = (more: object = {}) =>
  textAt('/plums', {
    signIn: {},
    teaser: `Look:\n\n![A plum](${free.address})`,
    body: `Inside:\n\n![A stone](${paid.address})`,
    ...more,
  })
const make = (more: object = {}, of = seller) => createRoute(context, of.actor, article(more))
const publicImage = (imageId: string, width = '800') => findPublicImage(database, { imageId, width })
const paidFetch = async (url: string, accept = 'text/html') => {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const answer = await fetch(url, { headers: { ...(await buyer.sign(url)).headers, accept } })
  expect(answer.status).toBe(200)
  return { buyer, text: await answer.text() }
}

describe('an image of the free part', () => {
  it('is shown before the payment, by an address that gives it while the article is sold', async () => {
    expect(await publicImage(free.imageId)).toBeNull()
    const { url, routeId } = await make({ state: 'draft' })
    expect(await publicImage(free.imageId)).toBeNull()
    await publishRoute(context, seller.actor, routeId)
    const goods = await findGoods(context, url)
    const { src, alt } = /<img src="(?<src>[^"]+)".* alt="(?<alt>[^"]+)"/.exec(
      goods?.teaser ? toHtml(goods.teaser) : '',
    )?.groups as Record<'src' | 'alt', string>
    expect({ src, alt }).toEqual({ src: `/image/${free.imageId}/800`, alt: 'A plum' })
    for (const width of [1_000, 800]) {
      const shown = await sharp((await publicImage(free.imageId, `${width}`)) ?? []).metadata()
      expect([shown.format, shown.width, shown.height]).toEqual(['webp', width, width / 2])
    }
    expect(await publicImage(free.imageId, '801')).toBeNull()
    await pauseRoute(context, seller.actor, routeId)
    expect(await publicImage(free.imageId)).toBeNull()
    await publishRoute(context, seller.actor, routeId)
    expect(await publicImage(free.imageId)).not.toBeNull()
    await archiveRoute(context, seller.actor, routeId)
    expect(await publicImage(free.imageId)).toBeNull()
  })

  it('is paid for from the moment when it stands below, and public from the moment when it stands above', async () => {
    const { routeId } = await make()
    await updateRoute(context, seller.actor, routeId, article({ teaser: '', body: `![A plum](${free.address})` }))
    expect(await publicImage(free.imageId)).toBeNull()
    await updateRoute(context, seller.actor, routeId, article({ teaser: `![A stone](${paid.address})`, body: 'Text.' }))
    expect(await publicImage(paid.imageId)).not.toBeNull()
  })

  it.each(['suspendedReason of the route', 'suspendedReason of the shop'])('is gone with the %s', async (what) => {
    const { routeId } = await make()
    expect(await publicImage(free.imageId)).not.toBeNull()
    const data = { suspendedReason: 'Unlawful.' }
    if (what.includes('route')) await database.storedRoute.update({ where: { id: routeId }, data })
    else await database.seller.update({ where: { handle: seller.handle }, data })
    expect(await publicImage(free.imageId)).toBeNull()
  })

  it('is public for no text that opens by signing in', async () => {
    const { price: _price, ...rest } = article({ signIn: undefined })
    await createRoute(context, seller.actor, { ...rest, kind: 'sign_in', networks: priceOf('').networks })
    expect(await publicImage(free.imageId)).toBeNull()
  })
})

it('an image of the paid part leaves only with the paid text, as data, also when it is opened again without paying', async () => {
  const { url } = await make()
  expect(await publicImage(paid.imageId)).toBeNull()
  for (const accept of ['text/html', 'application/json']) {
    const unpaid = await fetch(url, { headers: { accept } })
    expect(unpaid.status).toBe(402)
    expect((await unpaid.text()) + JSON.stringify([...unpaid.headers])).not.toContain(paid.imageId)
  }
  const goods = await findGoods(context, url)
  expect(JSON.stringify(goods)).not.toContain(paid.imageId)
  expect(JSON.stringify(goods)).not.toContain('data:image')

  const { buyer, text } = await paidFetch(url)
  const [, data = ''] =
    /<img src="data:image\/webp;base64,([^"]+)" width="1000" height="500" alt="A stone">/.exec(text) ?? []
  expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({ format: 'webp', width: 1_000 })
  const again = await fetch(url, { headers: await signInHeaders(url, buyer.key) })
  expect(again.headers.get('cache-control')).toContain('no-store')
  expect(await again.text()).toContain(data)
  const bought = await findBought(context, url)
  expect(bought?.text && toHtml(bought.text)).toContain(data)
})

describe('a text', () => {
  it('shows no image of another shop, and hears no more of it than of one that nobody has', async () => {
    const stranger = await createTestSeller(site)
    const path = '/taken'
    const nobodys = `image:${paid.imageId.replace(/^.{8}/, '00000000')}`
    for (const address of [paid.address, nobodys])
      for (const part of ['teaser', 'body']) {
        const fields = { [part]: `Your shop has no ${address}. Insert the image again.` }
        const refused = make({ teaser: '', body: 'Text.', [part]: `![a](${address})`, path }, stranger)
        await expect(refused).rejects.toMatchObject({ code: 'INPUT_REFUSED', fields })
      }
  })

  it('shows a bounded number of images, of bounded bytes in its paid part', async () => {
    const many = `![a](${free.address})\n\n`.repeat(51)
    await expect(make({ teaser: many })).rejects.toMatchObject({
      fields: { teaser: expect.stringContaining('50 images') },
    })
    const noise = { type: 'gaussian', sigma: 90 } as const
    const create = { width: 900, height: 900, channels: 3, background: '#888', noise } as const
    const { address } = await createTestImage(site, seller, await sharp({ create }).jpeg().toBuffer())
    const heavy = `![a](${address})\n\n`.repeat(20)
    await expect(make({ body: heavy })).rejects.toMatchObject({
      fields: { body: expect.stringContaining('MB together') },
    })
    await make({ teaser: heavy.slice(0, 3_900), body: 'Text.' })
  })
})

describe('an image that is sent', () => {
  const send = (bytes: Buffer | string, size?: number | null, under: Partial<Quotas> = {}) => {
    const body = new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]).stream()
    const limits = { ...context.limits, quotas: { ...context.limits.quotas, ...under } }
    return saveImage({ ...context, limits }, seller.actor, { body, ...(size === undefined ? {} : { size }) })
  }
  const usage = async () =>
    Object.fromEntries((await readUsage(context, seller.actor)).map(({ name, used }) => [name, used]))
  /** The same as a worker two days later. */
  const clearBroken = async () => {
    await database.execute(sql`
      UPDATE uploads SET created_at = now() - interval '2 days'
      WHERE seller_id = (SELECT id FROM sellers WHERE handle = ${seller.handle})`)
    await purgeBrokenUploads(database)
  }
  const stored = () => database.shopImage.count({ where: { seller: { handle: seller.handle } } })

  it('takes room by its bytes, once however often it is sent, also at once', async () => {
    const before = await usage()
    const bytes = await testImage()
    const sent = await Promise.all([1, 2, 3].map(() => send(bytes)))
    expect(new Set(sent.map(({ imageId }) => imageId)).size).toBe(1)
    const { _sum } = await database.shopImageSize.aggregate({
      where: { image: { seller: { handle: seller.handle } } },
      _sum: { size: true },
    })
    expect(await usage()).toMatchObject({ files: before.files, bytes: _sum.size })
  })

  it.each([
    ['a text', 'GIF and no more', undefined, {}, 'MEDIA_TYPE_UNKNOWN'],
    ['more than 10 MB', 'x'.repeat(11_000_000), undefined, {}, 'FILE_TOO_LARGE'],
    ['what says to be larger', 'x', 11_000_000, {}, 'FILE_TOO_LARGE'],
    ['more than the shop has room for', 'x'.repeat(500), 500, { bytes: 400 }, 'QUOTA_REACHED'],
    ['one too many a minute', 'x', 1, { uploadsPerMinute: 2 }, 'UPLOADS_TOO_MANY'],
  ])('is refused and takes no room where it is %s', async (_what, bytes, size, under, code) => {
    const [before, held] = [await usage(), await stored()]
    await expect(send(bytes, size, under)).rejects.toMatchObject({ name: 'DomainError', code })
    expect(await usage()).toMatchObject({ bytes: before.bytes })
    expect(await stored()).toBe(held)
  })

  it('is kept while a text names it, and for a month besides', async () => {
    const { routeId } = await make()
    const unused = await createTestImage(site, seller)
    await purgeImages(database, new Date())
    expect(await stored()).toBe(3)
    const inAMonth = daysBefore(new Date(), -31)
    await purgeImages(database, inAMonth)
    expect(await database.shopImage.findUnique({ where: { imageId: unused.imageId } })).toBeNull()
    expect(await stored()).toBe(2)
    await clearBroken()
    expect((await usage()).bytes).toBeGreaterThan(0)
    await updateRoute(context, seller.actor, routeId, article({ teaser: '', body: 'Text.' }))
    await purgeImages(database, new Date())
    expect(await stored()).toBe(2)
    await purgeImages(database, inAMonth)
    expect(await stored()).toBe(0)
    await clearBroken()
    expect((await usage()).bytes).toBe(0)
  })
})
