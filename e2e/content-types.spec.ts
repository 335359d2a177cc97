import { randomBytes } from 'node:crypto'
import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { pictureWidth } from './picture-width'
import { openShop } from './sellers/open-shop'
import { type FileForSale, sellByProgram } from './sellers/sell-by-program'
import { bought, button, connectButton, connectEvm } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

const archive = randomBytes(4096)
const paidWords = 'A road, *paid* for.'
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>document.title = 1</script></svg>'

type Shop = { handle: string; picture: Buffer; paper: Buffer }

async function sellEach(page: Page): Promise<Shop> {
  await page.setContent('<h1 style="font: 40px serif">Toll</h1>')
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 120 } })
  const paper = await page.pdf({ width: '300px', height: '200px' })
  const { handle, secret } = await openShop(page, { word: 'types', scopes: ['routes:write'] })
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
  await expect(page.getByText('A shop', { exact: true }).first()).toBeVisible()
  await connectButton(page).click()
  await button(page, 'Pay 0.01 USDC').click()
  await expect(bought(page)).toBeFocused()
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

test('each kind of content is bought where it lives, shown as what it is, and opens by the session later', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const seller = await (await browser.newContext({ baseURL })).newPage()
  const { handle, picture, paper } = await sellEach(seller)
  await seller.context().close()
  await expectWithheld(request, handle)
  const at = (path: string) => `/x/${handle}${path}`
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(at('/words'))
  await connectEvm(page, wallet)

  await buyAt(page, at('/words'))
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

  expect(await wallet.balance()).toBe(940_000n)
  const signatures = wallet.signatures()
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
  const words = await page.goto(at('/words'))
  expect(words?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The words')
  await expect(page.getByRole('heading', { name: 'The words' })).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Tolls' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'A shop', exact: true })).toBeVisible()
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

async function savedBytes(page: Page, within: Page | Locator): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    within.getByRole('link', { name: 'Save as a file' }).click(),
  ])
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
