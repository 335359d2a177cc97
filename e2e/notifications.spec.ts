import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { buy } from './outsiders/buy'
import { openShop } from './sellers/open-shop'
import { sellByProgram } from './sellers/sell-by-program'
import { button } from './wallets/at-checkout'

type Mail = { to: string[]; raw: string; text: string }

const mailsTo = (address: string): Mail[] =>
  readFileSync(process.env.E2E_MAIL_FILE ?? '', 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): Mail => JSON.parse(line))
    .filter(({ to }) => to.includes(address))

test('a seller confirms an address without scripts, is mailed a sale in the language of the page, and leaves by one press', async ({
  page,
  request,
  browser,
}) => {
  const { handle, secret } = await openShop(page, { word: 'mail', scopes: ['routes:write'] })
  const address = `${handle}@example.com`
  const { url } = await sellByProgram(request, secret, { title: 'Kumquats', path: '/kumquats', body: 'A text.' })

  await page.getByRole('link', { name: 'Your page', exact: true }).click()
  await page.getByRole('link', { name: 'Notifications', exact: true }).click()
  await page.getByLabel('E-mail address').fill('a@example.com, b@example.com')
  // Past the browser's own look at the field.
  await page.locator('form:has(#address)').evaluate((form: HTMLFormElement) => (form.noValidate = true))
  await button(page, 'Save').click()
  await expect(page.locator('#address-error')).toHaveText('Write one e-mail address, such as you@example.com.')
  await page.getByLabel('E-mail address').fill(address)
  await page.getByRole('switch', { name: /^Each sale/ }).check()
  await button(page, 'Save').click()
  await expect(page.getByText(`Saved. Open the link that is on its way to ${address}.`)).toBeVisible()
  await expect(page.getByText('Not confirmed yet')).toBeVisible()
  await expectAccessible(page)

  await expect.poll(() => mailsTo(address).length).toBe(1)
  const [confirmation] = mailsTo(address)
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.goto(linkTo(confirmation, '/mail/confirm'))
  await button(plain, 'Yes, send them here').click()
  await expect(plain.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await plain.context().close()
  await page.goto(linkTo(confirmation, '/mail/confirm'))
  await button(page, 'Yes, send them here').click()
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()

  // Saved again on a German page: each e-mail is in the language of the last save.
  const { origin } = new URL(page.url())
  const speak = (value: string) => page.context().addCookies([{ name: 'language', value, url: origin }])
  await speak('de')
  await page.goto('/dashboard/notifications')
  await button(page, 'Speichern').click()
  await expect(page.getByText('Gespeichert.', { exact: true })).toBeVisible()
  await speak('en')
  await buy(request, url)
  await expect.poll(() => mailsTo(address).length).toBe(2)
  const sale = mailsTo(address)[1]
  expect(sale?.text).toContain('„Kumquats“ wurde gekauft.')
  await page.goto(linkTo(sale, '/dashboard/payments/'))
  await expect(page.getByRole('main')).toContainText('Kumquats')

  // As a mail program does it: a POST without a session, which is not sent elsewhere.
  const [, oneClick = ''] = /List-Unsubscribe: <([^>]+)>/.exec(sale?.raw.replace(/\r\n\s+/g, ' ') ?? '') ?? []
  const form = { form: { 'List-Unsubscribe': 'One-Click' }, maxRedirects: 0 }
  expect((await request.post(`${oneClick}x`, form)).status()).toBe(404)
  expect((await request.post(oneClick, form)).status()).toBe(200)
  await page.goto('/dashboard/notifications')
  await expect(page.getByRole('heading', { name: 'Notify me by e-mail' })).toBeVisible()
  await page.goto(linkTo(sale, '/mail/unsubscribe'))
  await button(page, 'Unsubscribe').click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
})

const linkTo = (mail: Mail | undefined, path: string): string =>
  new RegExp(`http\\S+${path}\\S*`).exec(mail?.text ?? '')?.[0] ?? ''
