import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectGood } from './expect-accessible'
import { expectSaved, openMore } from './sellers/forms'
import { asOwnPage, type FileForSale, openShop, openShopByProgram, sellByProgram } from './sellers/shops'
import { bought, button, payAs, payWith } from './wallets/at-checkout'
import { injectBuyer } from './wallets/evm-wallet'

const archive = randomBytes(4096)
const paidWords = 'A road, *paid* for.'
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>document.title = 1</script></svg>'

async function sellEach(page: Page) {
  await page.setContent('<h1 style="font: 40px serif">Toll</h1>')
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 120 } })
  const paper = await page.pdf({ width: '300px', height: '200px' })
  const { handle, secret } = await openShopByProgram({ word: 'types' })
  const files: Record<string, FileForSale> = {
    picture: { name: 'toll.png', mimeType: 'image/png', buffer: picture },
    paper: { name: 'toll.pdf', mimeType: 'application/pdf', buffer: paper },
    drawing: { name: 'toll.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) },
    archive: { name: 'toll.zip', mimeType: 'application/zip', buffer: archive },
  }
  for (const [path, file] of Object.entries(files)) {
    await sellByProgram(page.request, secret, { title: `The ${path}`, path: `/${path}`, file })
  }
  // Its own title is not read twice.
  const body = `# The words\n\n## Tolls\n\n${paidWords}`
  await sellByProgram(page.request, secret, { title: 'The words', path: '/words', body })
  return { handle, picture, paper }
}

test('each kind of content is bought where it lives and opens later', async ({ page }) => {
  const { handle, picture, paper } = await sellEach(page)
  const at = (path: string) => `/x/${handle}${path}`
  /** Opens the paid address as a person would, pays there, and stays there. */
  const buyAt = async (path: string) => {
    expect((await page.goto(at(path)))?.status()).toBe(402)
    await payAs(page, 'Pay 0.01 USDC')
    await expect(page).toHaveURL(at(path))
  }
  // The page of bought goods and their file are for nobody who has not bought them.
  for (const path of [`/bought?of=${at('/words')}`, at('/words'), at('/words?save'), at('/archive?save')]) {
    const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin', 'x-turnpike-challenge': 'opened' }
    const answer = await page.request.get(path, { headers })
    expect([path, answer.status()]).toEqual([path, path.startsWith('/bought') ? 404 : 402])
    expect((await answer.text()).replace(/<[^>]*>/g, ''), path).not.toMatch(/A road, \*?paid\*? for/)
  }

  const wallet = await injectBuyer(page)
  await page.goto(at('/words'))
  await payWith(page, wallet, 'Pay 0.01 USDC')
  await expect(bought(page).getByRole('heading', { name: 'Tolls' })).toBeVisible()
  await expect(bought(page).locator('em')).toHaveText('paid')
  await expect(page.getByRole('heading', { name: 'The words' })).toHaveCount(1)
  await buyAt('/picture')
  await expect(bought(page).getByRole('img', { name: 'toll.png' })).toHaveJSProperty('naturalWidth', 240)
  await buyAt('/archive')
  await expect(bought(page)).toContainText('This is a file to keep')
  expect(await savedBytes(page, bought(page))).toEqual(archive)
  await buyAt('/paper')
  await expect(bought(page).getByTitle('toll.pdf')).toBeVisible()
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('blob:'))).toBe(true)
  await buyAt('/drawing')
  await expect(bought(page).getByRole('img', { name: 'toll.svg' })).toBeVisible()
  const spent = async () => [wallet.signatures(), await wallet.balance()]
  expect(await spent()).toEqual([5, 950_000n])

  /** Opened again by a program of the page: the answer's type, and whether the browser shows or saves it. */
  const openAgain = async (path: string) => {
    const answer = await page.request.get(at(path), { headers: { accept: 'text/html', ...asOwnPage.headers } })
    const headers = answer.headers()
    expect(headers).not.toHaveProperty('payment-response')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/)
    const [shown] = (headers['content-disposition'] ?? '').split(';')
    return [answer.status(), headers['content-type'], shown, await answer.body()]
  }
  expect(await openAgain('/picture')).toEqual([200, 'image/png', 'inline', picture])
  expect(await openAgain('/paper')).toEqual([200, 'application/pdf', 'inline', paper])
  expect(await openAgain('/archive')).toEqual([200, 'application/zip', 'attachment', archive])
  expect(await openAgain('/drawing')).toEqual([200, 'image/svg+xml', 'attachment', Buffer.from(drawing)])
  expect((await page.goto(at('/archive')))?.status()).toBe(200)
  expect(await savedBytes(page, page)).toEqual(archive)
  await page.goto(at('/paper'))
  // The browser's own viewer.
  await expect.poll(() => page.frames().length).toBeGreaterThan(1)
  expect((await page.goto(at('/words')))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The words')
  await expect(page.getByRole('heading', { name: 'The words' })).toHaveCount(1)
  await expectAccessible(page)
  expect(await spent()).toEqual([5, 950_000n])
})

async function savedBytes(page: Page, within: Page | Locator, name = 'Save as a file'): Promise<Buffer> {
  const link = within.getByRole('link', { name })
  await expect(link, 'browsers within apps save no blob').toHaveAttribute('href', /\?save$/)
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  return readFile(await download.path())
}

/** A photograph of a plain wall, taken with a camera that was held upright, somewhere. */
const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 1_200, height: 900, channels: 3, background } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()

test('a text with images shows the free one, and sells the other', async ({ page, browser, request }) => {
  const { handle } = await openShop(page, { word: 'walls' })
  await page.goto('/dashboard/routes/new?kind=article')
  await page.getByLabel('Title').fill('On walls')
  await openMore(page)
  await page.getByLabel('Path', { exact: true }).fill('walls')
  await page.getByLabel('Price, in dollars').fill('0.01')
  const text = page.getByLabel('Text, in Markdown')
  await text.fill('Look here.')
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Add images').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
  await choose('wall.jpg', await photo('#a04020'))
  await page.keyboard.type('A [red] wall')
  await expect(page.getByLabel('What “wall.jpg” shows')).toHaveValue('A [red] wall')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue(/^Look here\.\n\n!\[A \\\[red\\\] wall\]\(image:[0-9a-f-]{36}\)\n\n$/)
  await button(page, 'Paywall here').click()
  await expect(text).toBeFocused()
  await page.keyboard.type('Inside.')
  await choose('inside.jpg', await photo('#2040a0'))
  await page.getByLabel('What “inside.jpg” shows').fill('A blue wall')
  await button(page, 'Insert it').click()
  await expect(text).toHaveValue(/<!-- more -->\n\nInside\.\n\n!\[A blue wall\]\(image:[0-9a-f-]{36}\)\n\n$/)
  await expect(page.getByText('Free: 5 words. Paid: 4 words, 1 minute to read.')).toBeVisible()
  const written = await text.inputValue()
  const [freeId = '', paidId = ''] = [...written.matchAll(/image:([0-9a-f-]{36})/g)].map(([, id]) => id)
  await expectGood(page)
  await button(page, 'Save and sell').click()
  await expectSaved(page)
  await page.goto(page.url().split('?')[0] ?? '')
  await expect(text).toHaveValue(written)

  const reader = await browser.newPage()
  const wallet = await injectBuyer(reader)
  expect((await reader.goto(`/x/${handle}/walls`))?.status()).toBe(402)
  // Upright: the camera had turned it.
  const freeImage = reader.getByRole('img', { name: 'A [red] wall' })
  await expect(freeImage).toHaveJSProperty('complete', true)
  await expect
    .poll(() => freeImage.evaluate((e: HTMLImageElement) => e.naturalHeight / e.naturalWidth))
    .toBeGreaterThan(1)
  expect(await reader.content()).not.toContain(paidId)
  const free = await request.get(`/image/${freeId}/800`)
  expect((await sharp(await free.body()).metadata()).exif).toBeUndefined()
  for (const address of [`/image/${paidId}/800`, `/api/dashboard/images/${paidId}`])
    expect((await request.get(address)).status(), address).toBe(404)

  const paidImage = reader.getByRole('img', { name: 'A blue wall' })
  await payWith(reader, wallet, 'Pay 0.01 USDC')
  await expect(paidImage).toHaveJSProperty('naturalWidth', 900)
  expect(String(await savedBytes(reader, reader, 'Save as HTML'))).toMatch(/<img src="data:image\/webp;base64,[^"]+"/)
  await reader.close()
})
