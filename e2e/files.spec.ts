import { randomBytes } from 'node:crypto'
import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './expect-accessible'
import { pictureWidth } from './picture-width'
import { openMore } from './sellers/open-more'
import { openShop, openShopByProgram } from './sellers/open-shop'
import { type FileForSale, sellByProgram } from './sellers/sell-by-program'
import { bought, button, connectButton, payAs, payWith } from './wallets/at-checkout'
import { injectBuyer } from './wallets/fund'

const archive = randomBytes(4096)
const paidWords = 'A road, *paid* for.'
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>document.title = 1</script></svg>'

type Shop = { handle: string; picture: Buffer; paper: Buffer }

async function sellEach(page: Page): Promise<Shop> {
  await page.setContent('<h1 style="font: 40px serif">Toll</h1>')
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 120 } })
  const paper = await page.pdf({ width: '300px', height: '200px' })
  const { handle, secret } = await openShopByProgram({ word: 'types' })
  const files: Record<string, FileForSale> = {
    picture: { name: 'toll.png', mimeType: 'image/png', buffer: picture },
    paper: { name: 'toll.pdf', mimeType: 'application/pdf', buffer: paper },
    figures: { name: 'toll.json', mimeType: 'application/json', buffer: Buffer.from('{"tolls":[{"cents":5}]}') },
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

/** Opens the paid address as a person would, pays there, and stays there. */
async function buyAt(page: Page, address: string): Promise<void> {
  const answer = await page.goto(address)
  expect(answer?.status()).toBe(402)
  await payAs(page, 'Pay 0.01 USDC')
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Opens the address again in the browser: the answer's type, and whether the browser shows or saves it. */
async function openAgain(page: Page, address: string): Promise<{ type: string; shown: string; body: Buffer }> {
  const answer = await page.request.get(address, {
    headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.status()).toBe(200)
  expect(answer.headers()).not.toHaveProperty('payment-response')
  expect(answer.headers()['x-content-type-options']).toBe('nosniff')
  expect(answer.headers()['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/)
  const [shown = ''] = (answer.headers()['content-disposition'] ?? '').split(';')
  return { type: answer.headers()['content-type'] ?? '', shown, body: await answer.body() }
}

test('each kind of content is bought where it lives and opens later', async ({ page, request }) => {
  const { handle, picture, paper } = await sellEach(page)
  await expectWithheld(request, handle)
  const at = (path: string) => `/x/${handle}${path}`
  const wallet = await injectBuyer(page)
  await page.goto(at('/words'))
  await payWith(page, wallet, 'Pay 0.01 USDC')
  await expect(page).toHaveURL(at('/words'))
  await expect(bought(page).getByRole('heading', { name: 'Tolls' })).toBeVisible()
  await expect(bought(page).locator('em')).toHaveText('paid')
  await expect(page.getByRole('heading', { name: 'The words' })).toHaveCount(1)
  await buyAt(page, at('/figures'))
  await expect(bought(page).locator('pre')).toHaveText('{\n  "tolls": [\n    {\n      "cents": 5\n    }\n  ]\n}')
  await buyAt(page, at('/picture'))
  const image = bought(page).getByRole('img', { name: 'toll.png' })
  await expect.poll(() => pictureWidth(image)).toBe(240)
  await buyAt(page, at('/archive'))
  await expect(bought(page)).toContainText('This is a file to keep')
  expect(await savedBytes(page, bought(page))).toEqual(archive)
  await buyAt(page, at('/paper'))
  await expect(bought(page).getByTitle('toll.pdf')).toBeVisible()
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('blob:'))).toBe(true)
  await buyAt(page, at('/drawing'))
  await expect(bought(page).getByRole('img', { name: 'toll.svg' })).toBeVisible()
  const signatures = wallet.signatures()
  expect([signatures, await wallet.balance()]).toEqual([6, 940_000n])

  expect(await openAgain(page, at('/picture'))).toEqual({ type: 'image/png', shown: 'inline', body: picture })
  expect(await openAgain(page, at('/paper'))).toEqual({ type: 'application/pdf', shown: 'inline', body: paper })
  expect(await openAgain(page, at('/archive'))).toEqual({ type: 'application/zip', shown: 'attachment', body: archive })
  expect(await openAgain(page, at('/drawing'))).toMatchObject({ type: 'image/svg+xml', shown: 'attachment' })
  expect((await openAgain(page, at('/figures'))).type).toBe('application/json')
  await page.goto(at('/picture'))
  const kept = page.getByRole('img', { name: 'toll.png' })
  await expect.poll(() => pictureWidth(kept)).toBe(240)
  expect((await page.goto(at('/archive')))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The archive')
  expect(await savedBytes(page, page)).toEqual(archive)
  await page.goto(at('/paper'))
  // The browser's own viewer.
  await expect.poll(() => page.frames().length).toBeGreaterThan(1)
  expect((await page.goto(at('/words')))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The words')
  await expect(page.getByRole('heading', { name: 'The words' })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('link', { name: /0\.01 USDC on Base Sepolia, receipt/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([signatures, 940_000n])
})

/** The page of bought goods and their file are for nobody who has not bought them. */
async function expectWithheld(request: APIRequestContext, handle: string): Promise<void> {
  const addresses = [
    [`/bought?of=/x/${handle}/words`, 404],
    [`/x/${handle}/words`, 402],
    [`/x/${handle}/words?save`, 402],
    [`/x/${handle}/archive?save`, 402],
  ] as const
  for (const [address, status] of addresses) {
    const answer = await request.get(address, {
      headers: {
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
        'x-turnpike-challenge': 'opened',
      },
    })
    expect(answer.status(), address).toBe(status)
    const text = (await answer.text()).replace(/<[^>]*>/g, '')
    for (const words of [paidWords, paidWords.replaceAll('*', '')]) expect(text, address).not.toContain(words)
  }
}

async function savedBytes(page: Page, within: Page | Locator, name = 'Save as a file'): Promise<Buffer> {
  const link = within.getByRole('link', { name })
  await expect(link, 'browsers within apps save no blob').toHaveAttribute('href', /\?save$/)
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

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

test('a text with images shows the free one, and sells the other', async ({ page, browser, request }) => {
  const { handle } = await openShop(page, { word: 'walls' })
  await page.goto('/dashboard/routes/new?kind=article')
  await page.getByLabel('Title').fill('On walls')
  await openMore(page)
  await page.getByLabel('Path', { exact: true }).fill('walls')
  await page.getByLabel('Price, in dollars').fill('0.01')
  const text = await write(page)
  const [freeId = '', paidId = ''] = [...text.matchAll(/image:([0-9a-f-]{36})/g)].map(([, id]) => id)
  await expectAccessible(page)
  await button(page, 'Save and sell').click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.goto(page.url().split('?')[0] ?? '')
  await expect(page.getByLabel('Text, in Markdown')).toHaveValue(text)

  const reader = await browser.newPage()
  const wallet = await injectBuyer(reader)
  const url = `/x/${handle}/walls`
  expect((await reader.goto(url))?.status()).toBe(402)
  const freeImage = reader.getByRole('img', { name: 'A [red] wall' })
  // Upright: the camera had turned it.
  await expect
    .poll(() => freeImage.evaluate((e: HTMLImageElement) => [e.naturalWidth < e.naturalHeight, e.complete]))
    .toEqual([true, true])
  expect(await reader.content()).not.toContain(paidId)
  const free = await request.get(`/image/${freeId}/800`)
  expect((await sharp(await free.body()).metadata()).exif).toBeUndefined()
  for (const address of [`/image/${paidId}/800`, `/api/dashboard/images/${paidId}`])
    expect((await request.get(address)).status(), address).toBe(404)

  await payWith(reader, wallet, 'Pay 0.01 USDC')
  await expect.poll(() => pictureWidth(bought(reader).getByRole('img', { name: 'A blue wall' }))).toBe(900)
  expect(String(await savedBytes(reader, reader, 'Save as HTML'))).toMatch(/<img src="data:image\/webp;base64,[^"]+"/)
  expect((await reader.goto(url))?.status()).toBe(200)
  await expect.poll(() => pictureWidth(reader.getByRole('img', { name: 'A blue wall' }))).toBe(900)
  await expect(connectButton(reader)).toHaveCount(0)
  await reader.close()
})
