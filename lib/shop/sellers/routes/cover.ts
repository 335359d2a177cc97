/** An image of a shop at its smallest stored size, in pixels. */
export type Cover = { imageId: string; width: number; height: number }

export const COVER = {
  imageId: true,
  sizes: { select: { width: true, height: true }, orderBy: { width: 'asc' as const }, take: 1 },
}

/** An image of a route's free part, of which all may be seen. */
export const COVER_OF_ROUTE = {
  where: { inTeaser: true },
  select: { image: { select: COVER } },
  orderBy: { imageId: 'asc' as const },
  take: 1,
}

export function coverOf(image: { imageId: string; sizes: { width: number; height: number }[] } | null): Cover | null {
  const size = image?.sizes[0]
  return image && size ? { imageId: image.imageId, ...size } : null
}
