import type { Browser } from '@playwright/test'
import sharp from 'sharp'

export type Shown = { origin: string; theme: 'light' | 'dark' }

const pages = { bazaar: '/bazaar?query=weather' }

/** Still pictures of the demo's pages, as WebP, 1280 pixels wide. */
export async function takePages(browser: Browser, { origin, theme }: Shown): Promise<Record<string, Buffer>> {
  const page = await browser.newPage({
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  const taken: Record<string, Buffer> = {}
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(new URL(path, origin).href, { waitUntil: 'networkidle' })
    taken[name] = await sharp(await page.screenshot())
      .webp({ quality: 82 })
      .toBuffer()
  }
  await page.close()
  return taken
}
