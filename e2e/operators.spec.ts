import { expect, test } from '@playwright/test'
import { evmDevnetKey } from '@/development/devnet/wallets'
import { expectAccessible } from './expect-accessible'
import { openShop, signIn } from './sellers/open-shop'
import { sellByProgram } from './sellers/sell-by-program'
import { button } from './wallets/at-checkout'

test('an operator sees how the installation is', async ({ page }) => {
  expect((await page.goto('/dashboard/operator'))?.status()).toBe(404)
  await signIn(page, evmDevnetKey('seller'))
  expect((await page.goto('/dashboard/operator'))?.status()).toBe(200)
  await expect(page.getByRole('table', { name: 'Gas wallets' })).toContainText('ETH')
  await expect(page.getByRole('table', { name: 'Instances' })).toContainText('Alive')
  await expect(page.getByRole('row', { name: 'migrations' })).toContainText('all are applied')
})

test('an operator, and no seller, stops a shop and lifts that', async ({ page: seller, browser }) => {
  const { handle, secret } = await openShop(seller, { word: 'held', scopes: ['routes:write'] })
  expect((await seller.goto('/dashboard/operator'))?.status()).toBe(404)
  expect((await seller.goto('/dashboard/operator/shops'))?.status()).toBe(404)
  expect((await seller.goto(`/dashboard/operator/shops?shop=${handle}`))?.status()).toBe(404)
  const route = { title: 'On tolls', path: '/tolls', body: 'A *toll*.' }
  const { routeId } = await sellByProgram(seller.request, secret, route)
  await seller.goto(`/dashboard/routes/${routeId}`)
  const sold = async () => (await seller.request.get(`/x/${handle}/tolls`)).status()
  await expect.poll(sold).toBe(402)

  const page = await (
    await browser.newContext({ colorScheme: 'dark', viewport: { width: 390, height: 900 } })
  ).newPage()
  await signIn(page, evmDevnetKey('seller'))
  await page.goto(`/dashboard/operator/shops?q=${handle}`)
  await page.getByRole('link', { name: 'A shop' }).click()
  await page.getByLabel('Reason').fill('It is not yours to sell.')
  await button(page, 'Suspend the shop').click()
  await expect(page.getByText('The shop is suspended')).toBeVisible()
  await expectAccessible(page)
  await expect.poll(sold).toBe(403)
  await seller.reload()
  await expect(seller.getByText('It is not yours to sell.').first()).toBeVisible()

  await button(page, 'Lift the suspension').click()
  await expect.poll(sold).toBe(402)

  await page.context().close()
})
