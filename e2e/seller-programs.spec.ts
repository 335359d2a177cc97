import { expect, test } from '@playwright/test'
import { buy } from './outsiders/buy'
import { makeKey } from './sellers/make-key'
import { openShop } from './sellers/open-shop'
import { askApi, priceOf } from './sellers/sell-by-program'
import { button } from './wallets/at-checkout'

/** The headers of a request that our own page makes; without them, the cookie does not count. */
const asOwnPage = { headers: { 'sec-fetch-site': 'same-origin' } }

test('a seller makes a key, a program sells with it, and the key ends when it is revoked', async ({
  page,
  request,
}) => {
  await openShop(page, { word: 'keys' })
  const secret = await makeKey(page, ['Make and change routes', 'See payments and earnings'])
  await page.reload()
  await expect(page.getByRole('table', { name: 'Keys in force' })).toContainText(`…${secret.slice(-4)}`)
  expect(await page.content()).not.toContain(secret)

  const sold = await askApi(request, secret, 'POST', '/routes', {
    kind: 'article',
    title: 'By program',
    method: 'GET',
    path: '/program',
    price: priceOf('$0.01'),
    body: 'Sold by a program.',
  })
  expect(sold.status()).toBe(201)
  const { url } = await sold.json()
  expect((await askApi(request, secret, 'GET', '/routes')).status()).toBe(403)
  expect(await buy(request, url)).toMatchObject({ status: 200, settled: { success: true } })

  const { payments } = await (await askApi(request, secret, 'GET', '/payments')).json()
  expect(payments).toMatchObject([{ status: 'settled', settledAtomic: '10000' }])
  const csv = await page.request.get('/dashboard/payments/export?status=settled', asOwnPage)
  expect(csv.headers()['content-type']).toContain('text/csv')
  expect(await csv.text()).toContain(payments[0].paymentId)

  await page.getByRole('link', { name: 'Money', exact: true }).click()
  await page.getByRole('link', { name: 'Earnings' }).click()
  await expect(page.getByRole('table', { name: /^What sold in/ })).toContainText('0.01 USDC')

  await page.getByRole('link', { name: 'Developers', exact: true }).click()
  await page.getByText('Revoke A program').click()
  expect((await askApi(request, secret, 'GET', '/payments')).status()).toBe(200)
  await button(page, 'Revoke it now').click()
  await expect(page.getByText('The key is revoked.', { exact: false })).toBeVisible()
  await expect(page.getByText('No keys yet')).toBeVisible()
  expect((await askApi(request, secret, 'GET', '/payments')).status()).toBe(401)
})
