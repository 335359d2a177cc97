import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './expect-accessible'
import { pictureWidth } from './picture-width'
import { openMore } from './sellers/open-more'
import { openShop } from './sellers/open-shop'
import { bought, button, connectEvm } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

/** A photograph of a plain wall, taken with a camera that was held upright, somewhere. */
const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 1_200, height: 900, channels: 3, background } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** Drops a file on the text as from a folder. */
async function dropOn(text: Locator, name: string, bytes: Buffer): Promise<void> {
  const data = await text.page().evaluateHandle(
    ([fileName, base64]) => {
      const transfer = new DataTransfer()
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      transfer.items.add(new File([content], fileName, { type: 'image/jpeg' }))
      return transfer
    },
    [name, bytes.toString('base64')] as const,
  )
  await text.dispatchEvent('drop', { dataTransfer: data })
}

/** Writes a text with a free and a paid image into an article's form; returns the form's text. */
async function write(page: Page): Promise<string> {
  const text = page.getByLabel('Text, in Markdown')
  await text.fill('Look here.')
  const images = page.getByRole('list', { name: 'Images to insert' })
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('Add images').setInputFiles({ name, mimeType, buffer })
  await choose('drawing.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(images.getByRole('status')).toHaveText(/“drawing.svg” was not accepted. SVG is not accepted/)
  await button(page, 'Dismiss').click()

  await choose('wall.jpg', 'image/jpeg', await photo('#a04020'))
  await page.keyboard.type('A [red] wall')
  await expect(page.getByLabel('What “wall.jpg” shows')).toHaveValue('A [red] wall')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue(/^Look here\.\n\n!\[A \\\[red\\\] wall\]\(image:[0-9a-f-]{36}\)\n\n$/)
  await expect(images).toHaveCount(0)
  await expect(text).toBeFocused()

  await button(page, 'Paywall here').click()
  await expect(text).toBeFocused()
  await page.keyboard.type('Inside.')
  await dropOn(text, 'inside.jpg', await photo('#2040a0'))
  await page.getByLabel('What “inside.jpg” shows').fill('A blue wall')
  await button(page, 'Insert it').click()
  await expect(text).toHaveValue(/<!-- more -->\n\nInside\.\n\n!\[A blue wall\]\(image:[0-9a-f-]{36}\)\n\n$/)
  await expect(page.getByText('Free: 5 words. Paid: 4 words, 1 minute to read.')).toBeVisible()
  return text.inputValue()
}

test('a text is written with images, shows the free one, and brings the paid one to its buyer for good', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const { handle } = await openShop(page, { word: 'walls' })
  await page.goto('/dashboard/routes/new?kind=article')
  await page.getByLabel('Title').fill('On walls')
  await openMore(page)
  await page.getByLabel('Path', { exact: true }).fill('walls')
  await page.getByLabel('Price, in dollars').fill('0.01')
  const text = await write(page)
  const [freeId = '', paidId = ''] = [...text.matchAll(/image:([0-9a-f-]{36})/g)].map(([, id]) => id)
  await expectAccessible(page)
  // Nobody else sees what is not published.
  expect((await request.get(`/image/${freeId}/800`)).status()).toBe(404)
  await button(page, 'Save and sell').click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  const route = page.url().split('?')[0] ?? ''
  await page.goto(route)
  await expect(page.getByLabel('Text, in Markdown')).toHaveValue(text)

  const reader = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  const wallet = await injectEvmWallet(reader)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  const url = `/x/${handle}/walls`
  expect((await reader.goto(url))?.status()).toBe(402)
  const freeImage = reader.getByRole('img', { name: 'A [red] wall' })
  // Upright: the camera had turned it.
  await expect
    .poll(() => freeImage.evaluate((e: HTMLImageElement) => [e.naturalWidth < e.naturalHeight, e.complete]))
    .toEqual([true, true])
  expect(await reader.content()).not.toContain(paidId)
  const free = await request.get(`/image/${freeId}/800`)
  expect([free.status(), free.headers()['content-type'], free.headers()['cache-control']]).toEqual([
    200,
    'image/webp',
    'public, max-age=600',
  ])
  expect((await sharp(await free.body()).metadata()).exif).toBeUndefined()
  for (const address of [`/image/${paidId}/800`, `/image/${paidId}/900`, `/api/dashboard/images/${paidId}`]) {
    expect((await request.get(address)).status(), address).toBe(404)
  }
  expect((await request.get(url)).status()).toBe(402)

  await connectEvm(reader, wallet)
  await button(reader, 'Pay 0.01 USDC').click()
  const paidImage = bought(reader).getByRole('img', { name: 'A blue wall' })
  await expect.poll(() => pictureWidth(paidImage)).toBe(900)
  const download = reader.waitForEvent('download')
  await reader.getByRole('link', { name: 'Save as a file' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(/<img src="data:image\/webp;base64,[^"]+"/)

  expect((await reader.goto(url))?.status()).toBe(200)
  const again = reader.getByRole('img', { name: 'A blue wall' })
  await expect.poll(() => pictureWidth(again)).toBe(900)
  await expect.poll(() => pictureWidth(reader.getByRole('img', { name: 'A [red] wall' }))).toBeGreaterThan(0)

  await button(page, 'Pause').click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  expect((await request.get(`/image/${freeId}/800`)).status()).toBe(404)
})
