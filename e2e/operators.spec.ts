import { expect, test } from '@playwright/test'
import { evmDevnetKey } from '@/development/devnet/wallets'
import { expectGood } from './expect-accessible'
import { asOwnPage, openShop, sellByProgram, signIn } from './sellers/shops'
import { button } from './wallets/at-checkout'

test('an operator looks after the site, and stops a shop', async ({ page: seller, browser }) => {
  const { handle, secret } = await openShop(seller, { word: 'held', scopes: ['routes:write'] })
  expect((await seller.request.get('/dashboard/operator/shops', asOwnPage)).status()).toBe(404)
  const { routeId } = await sellByProgram(seller.request, secret, {
    title: 'On tolls',
    path: '/tolls',
    body: 'A toll.',
  })
  const sold = async () => (await seller.request.get(`/x/${handle}/tolls`)).status()
  await expect.poll(sold).toBe(402)

  const page = await browser.newPage()
  expect((await page.goto('/dashboard/operator'))?.status()).toBe(404)
  await expectGood(page)
  await signIn(page, evmDevnetKey('seller'))
  expect((await page.goto('/dashboard/operator'))?.status()).toBe(200)
  await expect(page.getByRole('region', { name: 'Now' })).toContainText('Instances alive')
  await page.getByText(/^\d+ checks passed$/).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'migrations' })).toContainText('all are applied')
  await expectGood(page)
  await page.goto(`/dashboard/operator/shops?q=${handle}`)
  await expectGood(page)
  await page.getByRole('link', { name: 'A shop' }).click()
  await page.getByLabel('Reason').fill('It is not yours to sell.')
  await button(page, 'Suspend the shop').click()
  await expect(page.getByText('The shop is suspended')).toBeVisible()
  await expectGood(page)
  await expect.poll(sold).toBe(403)
  await seller.goto(`/dashboard/routes/${routeId}`)
  await expect(seller.getByText('It is not yours to sell.').first()).toBeVisible()
  await button(page, 'Lift the suspension').click()
  await expect.poll(sold).toBe(402)
  await page.close()
})
