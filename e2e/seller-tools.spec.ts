import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { openMore } from './sellers/open-more'
import { openShop } from './sellers/open-shop'
import { sellByProgram } from './sellers/sell-by-program'
import { typeWhileWaiting } from './sellers/type-while-waiting'
import { bought, button, connectButton } from './wallets/at-checkout'
import { BASE_SEPOLIA } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

const article = { title: 'On tolls', path: '/tolls', body: 'A *toll*.', dollars: '$0.05' }

test('limits are told at their fields, and the listing is mended, refreshed and taken back', async ({ page }) => {
  const { secret } = await openShop(page, { word: 'list', scopes: ['routes:write'] })
  const { routeId } = await sellByProgram(page.request, secret, article)
  await page.goto(`/dashboard/routes/${routeId}`)
  const listing = page.getByRole('region', { name: 'Listing' })
  await expect(listing.getByText('Not listed')).toBeVisible()

  await openMore(page)
  await page.getByLabel('Tags').fill('1, 2, 3, 4, 5, 6')
  await page.getByLabel('Address of an icon').fill('http://127.0.0.1/icon.png')
  await button(page, 'Save the changes').click()
  await expect(page.getByText(/at most 5/i).last()).toBeVisible()
  await expect(page.getByLabel('Address of an icon')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Tags').fill('roads')
  await page.getByLabel('Address of an icon').fill('')
  await page.getByLabel('Show it in the bazaar').check()
  await button(page, 'Save the changes').click()
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await expect(page.getByLabel('Address of an icon')).not.toHaveAttribute('aria-invalid', 'true')

  await expect(listing.getByText('Listed', { exact: true })).toBeVisible()
  await button(page, 'Refresh the listing').click()
  await expect(listing.getByText('Listed', { exact: true })).toBeVisible()
  await button(page, 'Take it out of the bazaar').click()
  await expect(listing.getByText('Not listed')).toBeVisible()
})

test('a seller buys from the own shop, and gives the payment back in two parts', async ({ page, request }) => {
  const { wallet, secret } = await openShop(page, { word: 'test', scopes: ['routes:write'] })
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  const { routeId, url } = await sellByProgram(request, secret, article)
  await page.goto(url)
  const main = page.getByRole('main')
  const pay = main.getByRole('button', { name: 'Pay 0.05 USDC' })
  await expect(pay.or(connectButton(page))).toBeVisible()
  if (!(await pay.isVisible())) await connectButton(page).click()
  await pay.click()
  await expect(bought(page).getByText('toll', { exact: true })).toBeVisible()

  await page.goto(`/dashboard/payments?route=${routeId}`)
  await page.getByRole('row').nth(1).getByRole('link').click()
  const refunds = page.getByRole('region', { name: 'Give money back' })
  await refunds.getByText('Refund', { exact: true }).click()
  await refunds.getByLabel('Amount, in USDC').fill('0.06')
  await typeWhileWaiting(page, 'Send it back', 'Amount, in USDC', '0.02')
  await expect(refunds.getByText('Only 0.05 of this payment is left to give back.')).toBeVisible()
  wallet.declineNext()
  await refunds.getByRole('button', { name: 'Send it back' }).click()
  await expect(refunds.getByText('You declined in your wallet. Nothing was recorded.')).toBeVisible()
  await expect(refunds.getByText('0.02 USDC is ready to be sent')).toBeVisible()
  await expectAccessible(page)
  const send = refunds.getByRole('button', { name: 'Send 0.02 USDC' })
  await send.click()
  await expect(refunds.getByText('0.02 USDC given back')).toBeVisible()
  await expect(page.getByText('0.02 of 0.05 given back').first()).toBeVisible()
  await refunds.getByText('Refund', { exact: true }).click()
  await expect(refunds.getByLabel('Amount, in USDC')).toHaveValue('0.03')

  await page.goto('/library')
  await expect(page.getByRole('list', { name: 'Purchases' })).toContainText('0.02 USDC given back')
  await page
    .getByRole('link', { name: /^Receipt/ })
    .first()
    .click()
  await expect(page.getByText('Given back')).toBeVisible()
})
