import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestImage } from '@/development/testing/test-image'
import { createTestSeller, type TestSeller } from '@/development/testing/test-seller'
import { daysBefore } from '@/lib/base/infra/prune'
import { listChanges } from '../audit/changes'
import { findPublicImage, purgeImages } from '../images/images'
import { findShopTerms } from '../payments/payees'
import { findSeller } from '../shop'
import { listGoods } from './list-goods'
import { saveProfile } from './profile'

const site = await openTestSite()
const context = site.application.sellers
const { database } = context
let seller: TestSeller
beforeEach(async () => {
  seller = await createTestSeller(site)
})

const save = (input: object) => saveProfile(context, seller.actor, { name: 'Kumquat Press', ...input })
const shown = () => listGoods(database, seller.handle)
const links = [{ title: 'My blog', url: 'https://blog.example/' }]

describe('what a shop says of itself', () => {
  it('is shown on its page, recorded, and empty again where it is left out', async () => {
    const { address, imageId } = await createTestImage(site, seller)
    await save({ about: ' On small fruit.\nAnd large. ', links, picture: address })
    expect(await shown()).toMatchObject({
      name: 'Kumquat Press',
      about: 'On small fruit.\nAnd large.',
      links,
      picture: { imageId, width: 800, height: 400 },
    })
    const [change] = (await listChanges(context, seller.actor, { kind: 'shop' })).changes
    expect(change).toMatchObject({
      act: 'shop.described',
      before: { name: 'A shop of the tests', about: '', picture: null },
      after: { name: 'Kumquat Press', links, picture: address },
    })
    await save({})
    expect(await shown()).toMatchObject({ about: '', links: [], picture: null })
    const none = { name: '', address: '', contact: '', tax: '', taxPercent: '' }
    expect((await findSeller(context, seller.actor))?.profile).toEqual({
      ...{ name: 'Kumquat Press', about: '', links: [], picture: null, takesBudgets: false, invoice: none },
    })
  })

  it.each([
    ['without a name', { name: ' ' }, 'name'],
    ['with too many words', { about: 'a'.repeat(601) }, 'about'],
    ['with six links', { links: Array.from({ length: 6 }, () => links[0]) }, 'links'],
    ['with a link that runs a script', { links: [{ title: 'Me', url: 'javascript:alert(1)' }] }, 'links.0.url'],
    ['with a link that holds a password', { links: [{ title: 'Me', url: 'https://a:b@c.example' }] }, 'links.0.url'],
    ['with too long a link', { links: [{ title: 'Me', url: `https://a.example/${'ü'.repeat(200)}` }] }, 'links.0.url'],
    ['with a link into this site', { links: [{ title: 'Me', url: 'https:/library' }] }, 'links.0.url'],
    ['with a link to nowhere', { links: [...links, { title: 'Me', url: 'blog.example' }] }, 'links.1.url'],
    ['with a picture elsewhere', { picture: 'https://a.example/a.png' }, 'picture'],
    ['with a picture that there is not', { picture: `image:${randomUUID()}` }, 'picture'],
  ])('is refused %s, and stays as it was', async (_, input, field) => {
    await save({ links })
    await expect(save(input)).rejects.toMatchObject({ code: 'INPUT_REFUSED', fields: { [field]: expect.any(String) } })
    expect(await shown()).toMatchObject({ name: 'Kumquat Press', links })
  })
})

describe('the picture of a shop', () => {
  const isPublic = async (imageId: string) => (await findPublicImage(database, { imageId, width: '800' })) !== null

  it('is public and kept for as long as it is shown, unless the shop is suspended', async () => {
    const { address, imageId } = await createTestImage(site, seller)
    expect(await isPublic(imageId)).toBe(false)
    await save({ picture: address })
    expect(await isPublic(imageId)).toBe(true)
    const { id: sellerId } = await database.seller.findUniqueOrThrow({ where: { handle: seller.handle } })
    expect((await findShopTerms(database, sellerId)).iconPath).toContain(`/image/${imageId}/`)
    const { handle } = seller
    await database.seller.update({ where: { handle }, data: { suspendedReason: 'Spam.' } })
    expect(await isPublic(imageId)).toBe(false)
    expect(await shown()).toBeNull()
    await database.seller.update({ where: { handle }, data: { suspendedReason: null } })
    const later = daysBefore(context.clock(), -40)
    await purgeImages(database, later)
    expect(await isPublic(imageId)).toBe(true)
    await save({})
    expect(await isPublic(imageId)).toBe(false)
    await purgeImages(database, later)
    expect(await database.shopImage.count({ where: { imageId } })).toBe(0)
  })

  it('is none of another shop', async () => {
    const { address, imageId } = await createTestImage(site, await createTestSeller(site))
    const unknown = { fields: { picture: expect.stringContaining('no such image') } }
    await expect(save({ picture: address })).rejects.toMatchObject(unknown)
    expect(await isPublic(imageId)).toBe(false)
  })
})
