import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { buyText } from './outsiders/buy-text'
import { openShop } from './sellers/open-shop'
import { newHandle, sellArticle } from './sellers/sell'
import { button } from './wallets/at-checkout'

type Mail = { to: string[]; raw: string; text: string }

/** What the site has mailed there. */
const mailsTo = (address: string): Mail[] =>
  readFileSync(process.env.E2E_MAIL_FILE ?? '', 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): Mail => JSON.parse(line))
    .filter(({ to }) => to.includes(address))

test('a seller confirms an address, is mailed a sale, and leaves by one press', async ({ page, request }) => {
  test.setTimeout(120_000)
  const handle = newHandle('mail')
  const address = `${handle}@example.com`
  await openShop(page, { handle })
  await sellArticle(page, { title: 'Kumquats', path: '/kumquats', text: 'A text.', dollars: '$0.02' })

  await page.getByRole('link', { name: 'Shop', exact: true }).click()
  await page.getByRole('link', { name: 'Notifications', exact: true }).click()
  await page.getByLabel('E-mail address').fill('a@example.com, b@example.com')
  // Past the browser's own look at the field.
  await page.locator('form:has(#address)').evaluate((form: HTMLFormElement) => (form.noValidate = true))
  await button(page, 'Save').click()
  await expect(page.locator('#address-error')).toHaveText('Write one e-mail address, such as you@example.com.')
  await page.getByLabel('E-mail address').fill(address)
  await button(page, 'Save').click()
  await expect(page.getByText(`Saved. Open the link that is on its way to ${address}.`)).toBeVisible()
  await expect(page.getByText('Not confirmed yet')).toBeVisible()
  await expectAccessible(page)

  await expect.poll(() => mailsTo(address).length).toBe(1)
  const [confirmation] = mailsTo(address)
  await page.goto(linkIn(confirmation, 'Confirm'))
  await expectAccessible(page)
  await button(page, 'Yes, send them here').click()
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await page.goto(linkIn(confirmation, 'Confirm'))
  await button(page, 'Yes, send them here').click()
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()

  // Saved again on a German page, and back to English: each e-mail is in the language of the last save.
  const { origin } = new URL(page.url())
  for (const [language, save, saved] of [
    ['de', 'Speichern', 'Gespeichert.'],
    ['en', 'Save', 'Saved.'],
  ] as const) {
    await page.context().addCookies([{ name: 'language', value: language, url: origin }])
    await page.goto('/dashboard/notifications')
    await button(page, save).click()
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
    if (language === 'en') continue
    await buyText(request, `${origin}/x/${handle}/kumquats`)
    await expect.poll(() => mailsTo(address).at(-1)?.text, { timeout: 30_000 }).toContain('„Kumquats“ wurde gekauft.')
  }

  await buyText(request, `${origin}/x/${handle}/kumquats`)
  await expect.poll(() => mailsTo(address).length, { timeout: 30_000 }).toBe(3)
  const sale = mailsTo(address)[2]
  expect(sale?.raw).toContain('Subject: Sold: Kumquats for 0.02 USDC')
  await page.goto(linkIn(sale, 'The payment'))
  await expect(page.getByRole('main')).toContainText('Kumquats')

  // As a mail program does it: a POST without a session, which is not sent elsewhere.
  const [, oneClick = ''] = /List-Unsubscribe: <([^>]+)>/.exec(sale?.raw.replace(/\r\n\s+/g, ' ') ?? '') ?? []
  const form = { form: { 'List-Unsubscribe': 'One-Click' }, maxRedirects: 0 }
  expect((await request.post(`${oneClick}x`, form)).status()).toBe(404)
  expect((await request.post(oneClick, form)).status()).toBe(200)
  await page.goto('/dashboard/notifications')
  await expect(page.getByRole('heading', { name: 'Tell me by e-mail' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Last messages' })).toContainText('Sent')
  await page.goto(linkIn(sale, 'To stop these e-mails'))
  await button(page, 'Unsubscribe').click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
})

test('without scripts the links of an e-mail confirm an address and end its e-mails', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  test.setTimeout(120_000)
  const handle = newHandle('plain')
  const address = `${handle}@example.com`
  await openShop(page, { handle })
  await sellArticle(page, { title: 'Quinces', path: '/quinces', text: 'A text.', dollars: '$0.02' })
  await page.goto('/dashboard/notifications')
  await page.getByLabel('E-mail address').fill(address)
  await button(page, 'Save').click()
  await expect(page.getByText(`Saved. Open the link that is on its way to ${address}.`)).toBeVisible()
  await expect.poll(() => mailsTo(address).length).toBe(1)

  const context = await browser.newContext({ ...(baseURL && { baseURL }), javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(linkIn(mailsTo(address)[0], 'Confirm'))
  await button(plain, 'Yes, send them here').click()
  await expect(plain.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()

  await buyText(request, `${new URL(page.url()).origin}/x/${handle}/quinces`)
  await expect.poll(() => mailsTo(address).length, { timeout: 30_000 }).toBe(2)
  await plain.goto(linkIn(mailsTo(address)[1], 'To stop these e-mails'))
  await button(plain, 'Unsubscribe').click()
  await expect(plain.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await context.close()
})

const linkIn = (mail: Mail | undefined, label: string): string =>
  new RegExp(`${label}: (http\\S+)`).exec(mail?.text ?? '')?.[1] ?? ''
