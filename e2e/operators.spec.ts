import { expect, type Page, test } from '@playwright/test'
import { evmDevnetKey } from '@/development/devnet/wallets'
import { expectAccessible } from './expect-accessible'
import { openShop } from './sellers/open-shop'
import { newHandle, sellArticle } from './sellers/sell'
import { button, connectEvm } from './wallets/at-checkout'
import { injectEvmWallet } from './wallets/evm-wallet'

async function signInAsOperator(page: Page): Promise<void> {
  const wallet = await injectEvmWallet(page, { key: evmDevnetKey('seller') })
  await page.goto('/dashboard')
  await connectEvm(page, wallet)
  await button(page, 'Sign in with wallet').click()
  await expect(page.getByRole('heading', { name: 'Open your shop' })).toBeVisible()
}

test('an operator sees how the installation is', async ({ page }) => {
  expect((await page.goto('/dashboard/operator'))?.status()).toBe(404)
  expect((await page.goto('/dashboard/operator/doctor'))?.status()).toBe(404)
  await signInAsOperator(page)
  expect((await page.goto('/dashboard/operator'))?.status()).toBe(200)
  await expect(page.getByRole('table', { name: 'Gas wallets' })).toContainText('ETH')
  await expect(page.getByRole('table', { name: 'Instances' })).toContainText('Alive')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Doctor' }).click()
  await expect(page.getByRole('heading', { name: 'Doctor' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'migrations' })).toContainText('all are applied')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await expect(page.getByRole('row', { name: 'Answers stored for a retry' })).toContainText('24 hours')
  await expectAccessible(page)
})

test('an operator, and no seller, suspends a route, lifts that, sets limits and invites; all acts are recorded', async ({
  page: seller,
  browser,
}) => {
  test.setTimeout(120_000)
  const handle = newHandle('held')
  await openShop(seller, { handle })
  expect((await seller.goto('/dashboard/operator'))?.status()).toBe(404)
  expect((await seller.goto('/dashboard/operator/shops'))?.status()).toBe(404)
  expect((await seller.goto('/dashboard/operator/doctor'))?.status()).toBe(404)
  await sellArticle(seller, { title: 'On tolls', path: '/tolls', text: 'A *toll*.', dollars: '$0.05' })
  const sold = async () => (await seller.request.get(`/x/${handle}/tolls`)).status()
  await expect.poll(sold).toBe(402)

  const page = await (
    await browser.newContext({ colorScheme: 'dark', viewport: { width: 390, height: 900 } })
  ).newPage()
  await signInAsOperator(page)
  await page.goto(`/dashboard/operator/shops?q=${handle}`)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'A shop' }).click()
  await page.getByRole('link', { name: 'On tolls' }).click()
  const route = page.locator('form').filter({ hasText: 'This route' })
  await route.getByLabel('Reason').fill('It is not yours to sell.')
  await expectAccessible(page)
  await button(page, 'Suspend the route').click()
  await expect(page.getByText('The route is suspended')).toBeVisible()
  await expectAccessible(page)
  await expect.poll(sold).toBe(403)
  await seller.reload()
  await expect(seller.getByText('It is not yours to sell.')).toBeVisible()

  await button(page, 'Lift the suspension').click()
  await expect.poll(sold).toBe(402)

  await page.getByLabel('Routes, without archived ones').fill('1')
  await button(page, 'Save the limits').click()
  await expect(page.getByText('They apply at once.')).toBeVisible()

  await page.goto('/dashboard/operator/changes')
  await expect(page.getByRole('table').getByRole('link', { name: handle }).first()).toBeVisible()
  await expectAccessible(page)

  await page.goto('/dashboard/operator/invitations')
  await page.getByLabel('Whom it is for').fill('A friend')
  await button(page, 'Make an invitation').click()
  await expect(page.getByText('it is not shown again')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Invitations' })).toContainText('A friend')
  await expectAccessible(page)
  await page.context().close()
})
