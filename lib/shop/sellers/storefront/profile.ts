import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Seller } from '@/lib/base/infra/generated/prisma/client'
import { imageIdOf } from '@/lib/base/markdown/images'
import { ruled, say } from '@/lib/base/sentences/say'
import { invoiceTermsShape } from '@/lib/base/x402/views'
import type { Actor } from '../actor'
import { changeShop } from '../audit/own-shop'
import { contentVersion, type ExpectedVersions, refuseOthersChange } from '../content-version'
import { InputRefusedError, parseInput, sellersWords } from '../input-refused-error'
import { reloadRoutes } from '../passes/shop-passes'
import type { SellersContext } from '../ports'

export const shopName = sellersWords(80, ruled('giveShopName'))

/** Counted as browsers write it too, where a letter beyond ASCII takes several characters. */
const MAXIMUM_URL = 500

const isWebAddress = (text: string): boolean => {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null
  return url !== null && url.username === '' && url.password === ''
}

const link = z
  .object({
    title: sellersWords(60, ruled('linkUntitled')),
    url: z
      .string()
      .trim()
      .max(MAXIMUM_URL, ruled('charactersTooMany'))
      .refine((url) => !URL.canParse(url) || new URL(url).href.length <= MAXIMUM_URL, ruled('charactersTooMany'))
      .refine(isWebAddress, ruled('addressNotWhole')),
  })
  .strict()

const taxPercent = z
  .string()
  .trim()
  .regex(/^(\d{1,2}([.,]\d{1,2})?)?$/, ruled('percentRule'))
  .default('')

const invoiceTerms = z
  .object({
    name: sellersWords(120).default('').describe('Empty: the name of the shop.'),
    address: sellersWords(400).default(''),
    contact: sellersWords(120).default(''),
    tax: sellersWords(200).default('').describe('A note on tax.'),
    taxPercent: taxPercent.describe('Of the tax in the price, such as `19`: invoices then show net and tax.'),
  })
  .strict()

export const profileInput = z
  .object({
    name: shopName,
    about: sellersWords(600).default('').describe('Plain text.'),
    links: z.array(link).max(5, ruled('linksTooMany')).default([]),
    picture: z
      .string()
      .refine((address) => imageIdOf(address) !== null, ruled('pictureElsewhere'))
      .nullable()
      .default(null)
      .describe('The `address` of an image that the shop has sent.'),
    invoice: invoiceTerms.optional().describe('On invoices. What is left out stays as it is.'),
    takesBudgets: z
      .boolean()
      .optional()
      .describe(
        'Fixed prices from a cent can also be paid out of an amount that a reader puts aside once for the whole shop. What is left out stays as it is.',
      ),
  })
  .strict()

export type ShopLink = z.infer<typeof link>

/** A link on one line, its URL as browsers write it. */
const tidyLink = ({ title, url }: ShopLink): ShopLink => ({
  title: title.replaceAll(/\s+/g, ' '),
  url: new URL(url).href,
})

export type ShopProfile = z.infer<typeof profileInput>

type ProfileRow = Pick<Seller, 'name' | 'about' | 'links' | 'pictureId' | 'invoiceTerms' | 'takesBudgets'>

export const profileOf = ({ name, about, links, pictureId, invoiceTerms, takesBudgets }: ProfileRow): ShopProfile => ({
  name,
  about,
  links: linksOf(links),
  picture: pictureId && `image:${pictureId}`,
  invoice: invoiceTermsShape.parse(invoiceTerms),
  takesBudgets,
})

export const profileVersion = (row: ProfileRow): string => contentVersion(profileOf(row))

/** Links from the database, which `profileInput` validated before they were stored. */
export const linksOf = (stored: unknown): ShopLink[] => z.array(link).parse(stored)

/**
 * Sets the whole profile of the actor's shop: name, words, links and picture. Omitted parts become empty. The picture
 * must be one of the shop's own images, and is public from then on. Fails with `INPUT_REFUSED`, or with
 * `CHANGED_MEANWHILE` where none of the `expected` versions is stored any more.
 */
export async function saveProfile(
  context: SellersContext,
  actor: Actor,
  input: unknown,
  expected: ExpectedVersions = null,
): Promise<ShopProfile> {
  const parsed = parseInput(profileInput, input)
  const tidy = { ...parsed, links: parsed.links.map(tidyLink) }
  const pictureId = tidy.picture === null ? null : imageIdOf(tidy.picture)
  return changeShop(context, actor, async ({ transaction, sellerId: id, handle, revision, now, record }) => {
    const seller = await transaction.seller.findUniqueOrThrow({ where: { id } })
    const current = profileVersion(seller)
    await refuseOthersChange(transaction, { sellerId: id, subject: handle, expected, current })
    const stored = profileOf(seller)
    const profile = { ...stored, ...tidy }
    const { picture: _named, invoice: invoiceTerms = {}, ...said } = profile
    const [before, after] = difference(stored, profile)
    if (Object.keys(after).length === 0) return profile
    // Locks them too, so that none is deleted before the transaction ends.
    const touched = [pictureId, seller.pictureId].filter((imageId) => imageId !== null)
    const own = { sellerId: id, imageId: { in: touched } }
    const { count } = await transaction.shopImage.updateMany({ where: own, data: { namedAt: now } })
    if (count < new Set(touched).size) throw new InputRefusedError({ picture: say('pictureUnknown') })
    await transaction.seller.update({ where: { id }, data: { ...said, invoiceTerms, pictureId } })
    if (after.takesBudgets !== undefined || after.picture !== undefined)
      await reloadRoutes(transaction, { sellerId: id, revision })
    await record('shop.described', handle, { before, after })
    return profile
  })
}

function difference(before: ShopProfile, after: ShopProfile): [Partial<ShopProfile>, Partial<ShopProfile>] {
  const names = (Object.keys(after) as (keyof ShopProfile)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
  const of = (profile: ShopProfile) => Object.fromEntries(names.map((name) => [name, profile[name]]))
  return [of(before), of(after)]
}
