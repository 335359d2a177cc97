import { expect, type Locator } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'

/** Reads the code in that part of the page from its picture, as a phone's camera does. */
export async function readCode(place: Locator): Promise<string> {
  let text: string | undefined
  await expect
    .poll(async () => {
      const picture = sharp(await place.screenshot())
        .ensureAlpha()
        .raw()
      const { data, info } = await picture.toBuffer({ resolveWithObject: true })
      text = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
      return text
    })
    .toMatch(/^wc:/)
  return text ?? ''
}
