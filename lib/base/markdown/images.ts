import { tokensOf } from './bounded-parser'

/** An image of the shop as a page shows it: an address within this site, or the image itself as data. */
export type ShownImage = {
  src: string
  srcSet?: string
  /** In pixels, so that nothing jumps while it loads. */
  width: number
  height: number
}

/** The images that a text may show, by id. Others appear as their words. */
export type ShownImages = ReadonlyMap<string, ShownImage>

const ADDRESS = /^image:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The shop's image that an address in a text names, such as `image:018f…`; null for any other address. */
export const imageIdOf = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null

/** Ids of the shop's images that a text shows, once for each time that it does. */
export function imagesNamedIn(markdown: string): string[] {
  if (!markdown.includes('image:')) return []
  return tokensOf(markdown).flatMap(({ children }) =>
    (children ?? []).flatMap((token) => {
      const id = token.type === 'image' ? imageIdOf(String(token.attrGet('src') ?? '')) : null
      return id === null ? [] : [id]
    }),
  )
}
