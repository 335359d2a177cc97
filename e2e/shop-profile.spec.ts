import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './expect-accessible'
import { pictureWidth } from './picture-width'
import { openShop } from './sellers/open-shop'
import { sellByProgram } from './sellers/sell-by-program'
import { button } from './wallets/at-checkout'

test('a seller says who sells here, and visitors read it', async ({ page, browser, baseURL }) => {
  const { handle, secret, wallet } = await openShop(page, { word: 'words', scopes: ['routes:write'] })
  await sellByProgram(page.request, secret, {
    title: 'Plums',
    path: '/plums',
    teaser: 'They ripen late.',
    body: 'Paid.',
  })

  await page.getByRole('link', { name: 'Your page', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The page of your shop' })).toBeVisible()
  await page.getByLabel('Name of the shop').fill('Kumquat Press')
  await page.getByLabel('About').fill('On small fruit.\nFrom Lisbon.')
  await page.getByRole('textbox', { name: 'Links' }).fill('blog.example')
  await button(page, 'Save').click()
  await expect(page.locator('#links-error')).toHaveText('Write a whole address, such as https://example.com.')
  await expect(page.getByRole('textbox', { name: 'Links' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Links' }).fill('My blog https://blog.example/a\nhttps://code.example')

  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('Choose a picture').setInputFiles({ name, mimeType, buffer })
  await choose('a.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(page.getByText(/SVG is not accepted/)).toBeVisible()
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#a04020' } }).png()
  await choose('a.png', 'image/png', await picture.toBuffer())
  await expect(page.getByText('Uploaded. Save to show it.')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('About')).toHaveValue('On small fruit.\nFrom Lisbon.')
  await expect(page.getByRole('textbox', { name: 'Links' })).toHaveValue(
    'My blog https://blog.example/a\nhttps://code.example/',
  )

  await page.goto(`/x/${handle}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Kumquat Press' })).toBeVisible()
  await expect(page.getByText('From Lisbon.')).toBeVisible()
  await expect(page.getByText('They ripen late.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'My blog' })).toHaveAttribute('href', 'https://blog.example/a')
  await expect(page.getByRole('link', { name: 'code.example' })).toHaveAttribute('rel', /nofollow/)
  await expect.poll(() => pictureWidth(page.locator('main img'))).toBe(800)
  await expectAccessible(page)

  // Without scripts it is changed too, and loses its picture.
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.goto('/dashboard/profile')
  await plain.getByLabel('About').fill('On large fruit.')
  await plain.getByLabel('Remove the picture').check()
  await button(plain, 'Save').click()
  await expect(plain.getByText('Saved.', { exact: true })).toBeVisible()
  await plain.goto(`/x/${handle}`)
  await expect(plain.getByText('On large fruit.')).toBeVisible()
  await expect(plain.locator('main img')).toHaveCount(0)
  await context.close()

  // The shop is closed first: an account with an open one stays.
  const close = async (label: string, typed: string, what: string) => {
    await page.getByText(label, { exact: true }).click()
    await page.getByLabel(what).fill(typed)
    await button(page, 'Close it now').click()
    await expect(page.getByText(label, { exact: true })).toHaveCount(0)
  }
  await page.goto('/dashboard/shop')
  await close('Close this shop', handle, `Type ${handle} to close it`)
  expect([404, 410]).toContain((await page.request.get(`/x/${handle}/plums`)).status())
  const ending = wallet.address.slice(-4)
  await page.goto('/library')
  await close('Close this account', ending, `Type ${ending}, the end of your wallet`)
})
