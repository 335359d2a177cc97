import type { Browser, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Shown } from './take-pages'

const ARTICLE = '/articles/signed-is-not-paid'

/**
 * A moving picture of a purchase with the demo's wallet, as WebP, 800 pixels wide: the article's beginning and receipt,
 * the payment, and the rest of the article.
 */
export async function takePurchase(browser: Browser, { origin, theme }: Shown): Promise<Buffer> {
  const page = await browser.newPage({
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width: 1100, height: 760 },
  })
  await page.goto(new URL(ARTICLE, origin).href, { waitUntil: 'networkidle' })
  const frames: { picture: Buffer; milliseconds: number }[] = []
  const take = async (milliseconds: number) => frames.push({ picture: await page.screenshot(), milliseconds })
  await take(1800)
  const pay = button(page, 'Pay 5 cents of test money')
  await point(pay)
  await take(1600)
  await pay.click()
  const receipt = page.getByRole('region', { name: 'What you bought' }).getByRole('region', { name: 'Receipt' })
  await take(700)
  await receipt.waitFor()
  await take(1400)
  await center(receipt)
  await take(3200)
  await page.close()
  const small = await Promise.all(frames.map(({ picture }) => sharp(picture).resize({ width: 800 }).png().toBuffer()))
  return sharp(small, { join: { animated: true } })
    .webp({ quality: 80, delay: frames.map(({ milliseconds }) => milliseconds), loop: 0 })
    .toBuffer()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Points at the control that is pressed next. */
async function point(target: Locator) {
  await center(target)
  await target.focus()
}

const center = (target: Locator) => target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
