import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectGood } from './expect-accessible'
import { buy } from './outsiders/paying-wallet'
import { expectSaved, typeWhileWaiting } from './sellers/forms'
import { openShop, sellByProgram } from './sellers/shops'
import { button } from './wallets/at-checkout'
import { fund } from './wallets/evm-wallet'

type Mail = { to: string[]; raw: string; text: string }

const mailsTo = (address: string): Mail[] =>
  readFileSync(process.env.E2E_MAIL_FILE ?? '', 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): Mail => JSON.parse(line))
    .filter(({ to }) => to.includes(address))

const linkTo = (mail: Mail | undefined, path: string): string =>
  new RegExp(`http\\S+${path}\\S*`).exec(mail?.text ?? '')?.[0] ?? ''

test('a seller lists a route, gives money back in parts, and pauses it', async ({ page, request }) => {
  const { handle, wallet, secret } = await openShop(page, { word: 'list', scopes: ['routes:write'] })
  await fund(wallet.address)
  const goods = { title: 'On tolls', path: '/tolls', teaser: 'They are old.', body: 'A *toll*.', dollars: '$0.05' }
  const { routeId, url } = await sellByProgram(request, secret, goods)
  await page.goto(`/dashboard/routes/${routeId}`)
  const listing = page.getByRole('region', { name: 'Listing' })
  await page.getByLabel('Show it in the bazaar').check()
  await button(page, 'Save the changes').click()
  await expectSaved(page)
  await expect(listing.getByText('Listed', { exact: true })).toBeVisible()
  await expect(listing).toContainText('Missing: what buyers get')
  await expectGood(page)

  await buy(url)
  await page.goto(`/dashboard/payments?route=${routeId}`)
  await page.getByRole('row').nth(1).getByRole('link').click()
  const refunds = page.getByRole('region', { name: 'Give money back' })
  await refunds.getByText('Refund', { exact: true }).click()
  const amount = refunds.getByLabel('Amount, in USDC')
  await amount.fill('0.06')
  await typeWhileWaiting(page, 'Send it back', 'Amount, in USDC', '0.02')
  await expect(amount).toHaveAccessibleDescription(/^Only 0\.05 of this payment is left to give back\./)
  wallet.declineNext()
  await refunds.getByRole('button', { name: 'Send it back' }).click()
  await expect(refunds.getByText('You declined in your wallet. Nothing was recorded.')).toBeVisible()
  await expect(refunds.getByText('0.02 USDC is ready to be sent')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('table', { name: /^What sold in/ })).toContainText('On tolls')
  await expectGood(page)
  const needs = page.getByRole('region', { name: 'Needs you' }).getByRole('listitem')
  await needs
    .filter({ hasText: 'Refund not sent' })
    .getByRole('link', { name: /^0\.02 USDC to 0x/ })
    .click()
  await refunds.getByRole('button', { name: /as 0x/ }).click()
  await refunds.getByRole('button', { name: 'Send 0.02 USDC' }).click()
  await expect(refunds.getByText('0.02 USDC given back')).toBeVisible()
  await expect(page.getByText('0.02 of 0.05 given back').first()).toBeVisible()
  await refunds.getByText('Refund', { exact: true }).click()
  await expect(refunds.getByLabel('Amount, in USDC')).toHaveValue('0.03')

  // The texts of another site come along, once.
  await page.goto('/dashboard/routes/import')
  const post = (slug: string) => ({ id: slug, title: `About ${slug}`, slug, html: '<p>Free.</p><p>Paid.</p>' })
  const posts = ['pears', 'plums'].map((slug) => ({ ...post(slug), status: 'published' }))
  const buffer = Buffer.from(JSON.stringify({ db: [{ data: { posts } }] }))
  const file = { name: 'ghost.json', mimeType: 'application/json', buffer }
  await page.getByLabel(/^Export file/).setInputFiles(file)
  await page.getByLabel('Make them as').selectOption('live')
  await button(page, 'Show what it has').click()
  await button(page, 'Make 2 articles').click()
  await expect(page.getByRole('cell', { name: /^Made · first paragraph is free/ })).toHaveCount(2)
  await expectGood(page)

  // The shop's own pages, and what is not for sale just now.
  expect((await page.goto(`/x/${handle}/no-such`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'There is nothing at this address' })).toBeVisible()
  await page.goto(`/dashboard/routes/${routeId}`)
  await button(page, 'Pause').click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await page.context().clearCookies()
  expect((await page.goto(`/x/${handle}/tolls`))?.status()).toBe(503)
  await expect(page.getByRole('heading', { level: 1, name: 'This is not for sale just now' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See the shop' }).click()
  await expect(page.getByRole('link', { name: 'About pears' })).toBeVisible()
  await expect(page.getByText('On tolls')).toHaveCount(0)
})

test('a seller says who sells here, is mailed a sale, and closes the shop', async ({ page, request, browser }) => {
  const { handle, secret, wallet } = await openShop(page, { word: 'words', scopes: ['routes:write'] })
  const plums = { title: 'Plums', path: '/plums', teaser: 'They ripen late.', body: 'Paid.' }
  const { url } = await sellByProgram(request, secret, plums)
  await page.goto('/dashboard/profile')
  await page.getByLabel('Name of the shop').fill('Kumquat Press')
  await page.getByLabel('About').fill('On small fruit.\nFrom Lisbon.')
  const links = page.getByRole('textbox', { name: 'Links' })
  await links.fill('blog.example')
  await button(page, 'Save').click()
  await expect(page.locator('#links-error')).toHaveText('Write a whole address, such as https://example.com.')
  await links.fill('My blog https://blog.example/a\nhttps://code.example')
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a04020' } })
    .png()
    .toBuffer()
  await page.getByLabel('Choose a picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('Uploaded. Save to show it.')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()

  const address = `${handle}@example.com`
  await page.getByRole('textbox', { name: 'E-mail address', exact: true }).fill(address)
  await page.getByRole('switch', { name: /^Each sale/ }).check()
  await button(page, 'Save the e-mail address').click()
  await expect(page.getByText(`Saved. Open the link that is on its way to ${address}.`)).toBeVisible()
  await expectGood(page)

  await page.goto(`/x/${handle}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Kumquat Press' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'My blog' })).toHaveAttribute('href', 'https://blog.example/a')
  await expect(page.getByRole('link', { name: 'code.example' })).toHaveAttribute('rel', /nofollow/)
  await expect(page.locator('main img')).toHaveJSProperty('naturalWidth', 800)
  await expectGood(page)

  // Without scripts the address is confirmed, and the page changed, too.
  await expect.poll(() => mailsTo(address).length).toBe(1)
  const storageState = await page.context().storageState()
  const plain = await browser.newPage({ javaScriptEnabled: false, storageState })
  await plain.goto(linkTo(mailsTo(address)[0], '/mail/confirm'))
  await button(plain, 'Yes, send them here').click()
  await expect(plain.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await plain.goto('/dashboard/profile')
  await plain.getByLabel('Remove the picture').check()
  await button(plain, 'Save').click()
  await expect(plain.getByText('Saved.', { exact: true })).toBeVisible()
  // A refused form keeps its texts, and its list of faults leads to their fields.
  await plain.goto('/dashboard/routes/new?kind=api')
  const price = plain.getByLabel('Price, in dollars')
  await price.fill('a lot')
  await button(plain, 'Save and sell').click()
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await expect(price).toHaveValue('a lot')
  const link = plain.getByRole('alert').getByRole('link', { name: 'Price, in dollars' })
  await expect(link).toHaveAttribute('href', `#${await price.getAttribute('id')}`)
  await plain.close()

  await buy(url)
  await expect.poll(() => mailsTo(address).length).toBe(2)
  const sale = mailsTo(address)[1]
  expect(linkTo(sale, '/dashboard/payments/')).not.toBe('')
  // As a mail program does it: a POST without a session, which is not sent elsewhere.
  const [, oneClick = ''] = /List-Unsubscribe: <([^>]+)>/.exec(sale?.raw.replace(/\r\n\s+/g, ' ') ?? '') ?? []
  const form = { form: { 'List-Unsubscribe': 'One-Click' }, maxRedirects: 0 }
  expect((await request.post(oneClick, form)).status()).toBe(200)
  await page.goto(linkTo(sale, '/mail/unsubscribe'))
  await button(page, 'Unsubscribe').click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()

  // The shop is closed first: an account with an open one stays.
  const close = async (label: string, typed: string, what: string) => {
    await page.getByText(label, { exact: true }).click()
    await page.getByLabel(what).fill(typed)
    await button(page, 'Close it now').click()
    await expect(page.getByText(label, { exact: true })).toHaveCount(0)
  }
  await page.goto('/dashboard/profile')
  await close('Close this shop', handle, `Type ${handle} to close it`)
  // It was sold for good: its owners may still sign in, and nothing is asked for.
  await expect.poll(async () => (await (await page.request.get(`/x/${handle}/plums`)).json()).accepts).toEqual([])
  const ending = wallet.address.slice(-4)
  await page.goto('/library')
  await close('Close this account', ending, `Type ${ending}, the end of your wallet`)
})
