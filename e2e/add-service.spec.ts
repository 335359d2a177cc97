import { expect, test } from '@playwright/test'
import { evmDevnetAccount, svmDevnetSigner } from '@/development/devnet/wallets'
import { expectAccessible } from './expect-accessible'
import { type ForeignService, startForeignService } from './outsiders/foreign-service'
import { button } from './wallets/at-checkout'

let foreign: ForeignService
test.beforeEach(async ({ baseURL }) => {
  const payTo = { evm: evmDevnetAccount('seller').address, svm: (await svmDevnetSigner('seller')).address }
  foreign = await startForeignService({ facilitatorUrl: `${baseURL}/facilitator`, payTo })
})
test.afterEach(() => foreign.stop())

test('a service is refused at its field, seen to lack something, and listed', async ({ page }) => {
  await page.goto('/bazaar')
  await page.getByRole('link', { name: 'Add a service' }).click()
  const url = page.getByLabel('Address of the service')
  await url.fill('http://169.254.169.254/latest')
  await button(page, 'Check it').click()
  await expect(url).toHaveAttribute('aria-invalid', 'true')
  await expect(url).toHaveValue('http://169.254.169.254/latest')
  await url.fill(`${foreign.origin}/nothing-here`)
  await url.press('Enter')
  await expect(page.getByText('It cannot be listed yet: one thing is missing.')).toBeVisible()
  const checks = page.getByRole('list', { name: 'Checks' })
  await expect(checks.getByRole('listitem').first()).toContainText('It answered 404 to a request without payment')
  await expect(button(page, 'List it')).toHaveCount(0)
  await expectAccessible(page)

  await url.fill(`${foreign.origin}/quote`)
  // The host may be asked again two seconds later.
  await expect(async () => {
    await page.getByRole('button', { name: /^Check/ }).click()
    await expect(button(page, 'List it')).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expect(checks).toContainText('Served by https')
  await expect(async () => {
    await button(page, 'List it').click()
    await expect(page).toHaveURL(/\/bazaar\/entry\//, { timeout: 10_000 })
  }).toPass()
  await expect(page.getByRole('main')).toContainText(`${foreign.origin}/quote`)
  await page.getByText('Quality and health').click()
  await expect(page.getByRole('region', { name: 'Quality' })).toContainText('Listed by a probe that it answered')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the form checks and lists as well', async ({ page }) => {
    await page.goto('/bazaar/add')
    await page.getByLabel('Address of the service').fill(`${foreign.origin}/quote`)
    // The tests before this one may have asked as often as one address may for the moment.
    await expect(async () => {
      await button(page, 'Check it').click()
      await expect(page.getByRole('list', { name: 'Checks' })).toContainText('Answers with its price', {
        timeout: 10_000,
      })
    }).toPass()
    await expect(async () => {
      await button(page, 'List it').click()
      await expect(page).toHaveURL(/\/bazaar\/entry\//, { timeout: 10_000 })
    }).toPass()
  })
})
