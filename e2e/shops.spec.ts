import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { openShop } from './sellers/open-shop'
import { sellByProgram } from './sellers/sell-by-program'
import { button } from './wallets/at-checkout'

const longTitle = 'On the keeping of kumquats through a long winter, with notes on crates, cellars, frost and patience'

test('a shop has a page, its goods open under their titles, and what is not sold has a page too', async ({
  page,
  request,
}) => {
  const { handle, secret } = await openShop(page, { word: 'front', scopes: ['routes:write'] })
  const goods = { title: longTitle, path: '/kumquats', teaser: 'They like it cool.', body: 'Paid.', dollars: '0,02' }
  const { routeId } = await sellByProgram(request, secret, goods)

  expect((await page.goto(`/x/${handle}`))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'A shop' })).toBeVisible()
  await expect(page.getByText('0.02 USDC')).toBeVisible()
  await page.getByRole('link', { name: longTitle }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(longTitle)
  await expect(page.getByText('They like it cool.')).toBeVisible()
  await expect(page.getByText('npm run pay')).toBeHidden()
  await page.getByText('For programs').click()
  await expect(page.getByText('npm run pay')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'A shop', exact: true }).click()
  await expect(page).toHaveURL(`/x/${handle}`)

  expect((await page.goto(`/x/${handle}/no-such`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'There is nothing at this address' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(1)
  await page.goto(`/dashboard/routes/${routeId}`)
  await button(page, 'Pause').click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  expect((await page.goto(`/x/${handle}/kumquats`))?.status()).toBe(503)
  await expect(page.getByRole('heading', { level: 1, name: 'This is not for sale just now' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See the shop' }).click()
  await expect(page.getByText('Nothing is for sale here yet')).toBeVisible()

  // Programs hear what they heard before.
  const paused = await request.get(`/x/${handle}/kumquats`)
  expect([paused.status(), (await paused.json()).code]).toEqual([503, 'route_paused'])
  expect((await request.get(`/x/${handle}`)).headers()['content-type']).toBe('text/html; charset=utf-8')
  for (const path of [`/x/${handle}/no-such`, '/x/no-such-shop/no-such']) {
    const unknown = await request.get(path)
    expect([unknown.status(), unknown.headers()['content-type']]).toEqual([404, 'application/problem+json'])
  }
  expect((await page.goto('/x/no-such-shop'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'There is no page at this address' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(1)
})
