import type { Database } from '@/lib/base/infra/database'
import type { ShownImage, ShownImages } from '@/lib/base/markdown/images'

/** Spares a text without images the query. */
const mayShow = (text: string) => text.includes('image:')

/** The images of a teaser, by their public URLs; `findPublicImage` decides who gets them there. */
export async function teaserImages(database: Database, routeId: string, teaser: string): Promise<ShownImages> {
  if (!mayShow(teaser)) return new Map()
  const images = await database.routeImage.findMany({
    where: { routeId, inTeaser: true },
    select: { imageId: true, image: { select: { sizes: { select: { width: true, height: true }, orderBy } } } },
  })
  return new Map(
    images.flatMap(({ imageId, image: { sizes } }): [string, ShownImage][] => {
      const [largest, smaller = largest] = sizes
      if (!largest || !smaller) return []
      const addressOf = (width: number) => `/image/${imageId}/${width}`
      const srcSet = sizes.map(({ width }) => `${addressOf(width)} ${width}w`).join(', ')
      return [[imageId, { src: addressOf(smaller.width), srcSet, width: largest.width, height: largest.height }]]
    }),
  )
}

/**
 * The images of a paid text, embedded as data: they have no URL of their own, and leave only with the text that was
 * paid for. Call it only for buyers that the gate has let in.
 */
export async function boughtImages(database: Database, routeId: string, body: string): Promise<ShownImages> {
  if (!mayShow(body)) return new Map()
  const images = await database.routeImage.findMany({
    where: { routeId, inBody: true },
    select: { imageId: true, image: { select: { sizes: { orderBy, take: 1 } } } },
  })
  return new Map(
    images.flatMap(({ imageId, image: { sizes } }): [string, ShownImage][] =>
      sizes.map(({ width, height, bytes }) => {
        const src = `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`
        return [imageId, { src, width, height }]
      }),
    ),
  )
}

const orderBy = { width: 'desc' } as const
