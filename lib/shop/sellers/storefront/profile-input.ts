import { z } from 'zod'
import { imageIdOf } from '@/lib/base/markdown/images'
import { ruled } from '@/lib/base/sentences/say'
import { contentVersion } from '../content-version'

export const shopName = z.string().trim().min(1, ruled('giveShopName')).max(80, ruled('charactersTooMany'))

/** Counted as browsers write it too, where a letter beyond ASCII takes several characters. */
const MAXIMUM_URL = 500

const isWebAddress = (text: string): boolean => {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null
  return url !== null && url.username === '' && url.password === ''
}

const link = z
  .object({
    title: z.string().trim().min(1, ruled('linkUntitled')).max(60, ruled('charactersTooMany')),
    url: z
      .string()
      .trim()
      .max(MAXIMUM_URL, ruled('charactersTooMany'))
      .refine((url) => !URL.canParse(url) || new URL(url).href.length <= MAXIMUM_URL, ruled('charactersTooMany'))
      .refine(isWebAddress, ruled('addressNotWhole')),
  })
  .strict()

export const profileInput = z
  .object({
    name: shopName,
    about: z.string().trim().max(600, ruled('charactersTooMany')).default('').describe('Plain text.'),
    links: z.array(link).max(5, ruled('linksTooMany')).default([]),
    picture: z
      .string()
      .refine((address) => imageIdOf(address) !== null, ruled('pictureElsewhere'))
      .nullable()
      .default(null)
      .describe('The `address` of an image that the shop has sent.'),
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
export const tidyLink = ({ title, url }: ShopLink): ShopLink => ({
  title: title.replaceAll(/\s+/g, ' '),
  url: new URL(url).href,
})

export type ShopProfile = z.infer<typeof profileInput>

type Row = { name: string; about: string; links: unknown; pictureId: string | null; takesBudgets: boolean }

export const profileOf = ({ name, about, links, pictureId, takesBudgets }: Row): ShopProfile => ({
  name,
  about,
  links: linksOf(links),
  picture: pictureId && `image:${pictureId}`,
  takesBudgets,
})

export const profileVersion = (row: Row): string => contentVersion(profileOf(row))

/** Links from the database, which `profileInput` validated before they were stored. */
export const linksOf = (stored: unknown): ShopLink[] => z.array(link).parse(stored)
