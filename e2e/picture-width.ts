import type { Locator } from '@playwright/test'

/** Pixels across of a picture as loaded; 0 until it is there, so ask with `expect.poll`. */
export const pictureWidth = (image: Locator): Promise<number> =>
  image.evaluate((element: HTMLImageElement) => element.naturalWidth)
