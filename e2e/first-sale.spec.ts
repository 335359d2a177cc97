import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expectAccessible, expectGood } from './expect-accessible'
import { buy } from './outsiders/paying-wallet'
import { startSellersServer } from './outsiders/sellers-server'
import { confirmChange, expectSaved, openMore } from './sellers/forms'
import { newHandle } from './sellers/shops'
import { bought, button, connect } from './wallets/at-checkout'
import { injectEvmWallet } from './wallets/evm-wallet'

const press = (page: Page, name: string) => button(page, name).click()

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 })

  test('sells first in three presses, gives the money back, lets go of the wallet', async ({ page, browser }) => {
    const handle = newHandle('first')
    const goods = `/x/${handle}/kumquats-and-how-to-keep-them`
    // Three presses, and the name and the text that are typed between them.
    await page.goto('/dashboard/routes/new?kind=article')
    await press(page, 'Sign in with the demo wallet')
    await page.getByLabel('Name of the shop').fill('First shop')
    await page.getByLabel('Address of the shop').fill(handle)
    await press(page, 'Open the shop')
    await expect(page.getByText('Buyers pay 0.10 USDC.')).toBeVisible()
    // One too early loses nothing, and the heading mends what it said.
    await press(page, 'Save and sell')
    await expect(page.getByText('Give it a title.')).toHaveCount(2)
    await page.getByLabel('Text, in Markdown').fill('# Kumquats, and how to keep them\n\nKeep them cool.')
    await expect(page.getByText('Give it a title.')).toHaveCount(0)
    await page.getByLabel('Price, in dollars').fill('2 cents')
    await expect(page.getByText('Buyers pay 0.02 USDC.')).toBeVisible()
    await press(page, 'Save and sell')
    await expectSaved(page)
    await page.getByRole('link', { name: 'Open the page' }).click()
    await page.waitForURL(/\/x\//)
    await expect(page.getByText('You sell this', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Pay|Connect|Continue)/ })).toHaveCount(0)

    // In another browser it takes one press.
    const buyer = await browser.newPage()
    await buyer.goto(goods)
    await press(buyer, 'Pay 2 cents of test money')
    await expect(bought(buyer)).toContainText('Keep them cool.')

    await page.goto('/dashboard/payments')
    await page.getByRole('table').first().getByRole('link').first().click()
    await page.getByText('Refund', { exact: true }).click()
    await press(page, 'Send it back')
    await expect(page.getByRole('status').filter({ hasText: 'Given back' })).toBeVisible()
    await buyer.reload()
    await expect(buyer.getByText(/^0\.02\sUSDC came back on .+ · open again for 0\.02\sUSDC$/)).toBeVisible()
    await expect(buyer.getByRole('button', { name: /^Pay 0\.02 USDC as 0x/ })).toBeVisible()
    await expectAccessible(buyer)
    await buyer.goto('/library')
    await expect(buyer.getByRole('article').filter({ hasText: 'Kumquats' })).toContainText('given back · Buy it again')
    await buyer.getByRole('link', { name: /^Receipt/ }).click()
    await buyer.getByText('Make this an invoice').click()
    await buyer.getByLabel('Name').fill('Ada <b>Lovelace</b>')
    await buyer.getByLabel('Address').fill('12 Mill Lane\nLondon')
    await press(buyer, 'Issue the invoice')
    const heading = { level: 1, name: 'Invoice' } as const
    await expect(buyer.getByRole('heading', heading)).toBeVisible()
    const facts = `SellerFirst shop.*BuyerAda <b>Lovelace</b>.*Number${handle}-0001.*Issued.*Bought.*Charged`
    await expect(buyer.getByRole('main')).toContainText(new RegExp(facts, 's'))
    await expect(buyer.getByRole('main')).toContainText('on the dayNone: this is test money')
    await expect(buyer.getByText('Make this an invoice')).toHaveCount(0)
    await expectGood(buyer)
    await buyer.close()
    await page.goto(goods)
    await expect(page.getByText('1 sale in the last 12 months')).toBeVisible()
    await page.goto('/dashboard/earnings/statement')
    await expect(page.getByRole('main')).toContainText(/0\.02\sUSDC\s*0\.00\sUSDC/)
    await press(page, 'Number all payments of this month')
    await expect(page.getByText('Every payment of the month has its number.')).toBeVisible()
    await page.getByRole('link', { name: `${handle}-0001` }).click()
    await expect(page.getByRole('heading', heading)).toBeVisible()

    // The header says who is signed in, and lets go of the wallet.
    const banner = page.getByRole('banner')
    const who = banner.locator('summary', { hasText: 'Signed in' })
    await page.goto('/bazaar')
    await expect(who).toHaveText(/^Signed in with 0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}$/)
    await who.click()
    await expect(banner.getByText('Demo wallet', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(who).toBeFocused()
    await who.click()
    await banner.getByRole('button', { name: 'Switch wallet' }).click()
    await expect(button(page, 'Sign in with wallet')).toBeVisible()
  })
})

test('a seller signs up, sells an API to an outsider, and sees the money', async ({ page }) => {
  const hooks: string[] = []
  const seller = await startSellersServer(({ path, headers, body }) => {
    if (path === '/hook') hooks.push(body)
    return { hasSecret: headers['x-api-key'] === 'the secret' }
  })
  const handle = newHandle('shop')
  const wallet = await injectEvmWallet(page)
  await page.goto('/dashboard')
  await expectGood(page)
  await connect(page, wallet)
  await page.getByLabel('Name of the shop').fill('A shop')
  await page.getByLabel('Address of the shop').fill(handle)
  await expectGood(page)
  await expect(page.locator('#main').getByText(wallet.address)).toBeVisible()
  await press(page, 'Open the shop')
  await expect(page.getByRole('heading', { name: 'What do you want to sell?' })).toBeVisible()
  await page.goto('/dashboard/payees')
  await page.getByLabel('Address that gets the money').fill(privateKeyToAddress(generatePrivateKey()))
  await page.getByLabel('This is my address, letter by letter').check()
  await press(page, 'Confirm this address')
  await confirmChange(page)
  await expect(page.getByRole('table', { name: 'Confirmed addresses' })).toContainText('Base Sepolia')

  await page.getByRole('link', { name: 'For sale', exact: true }).click()
  await page.getByRole('link', { name: 'API', exact: true }).click()
  await page.getByLabel('Title').fill('Echo')
  await openMore(page)
  await page.getByLabel('Path', { exact: true }).fill('/echo')
  await page.getByLabel('Address of your server').fill(`${seller.origin}/echo`)
  await page.getByLabel('Secret headers').fill('X-Api-Key: the secret')
  await page.getByLabel('Price, in dollars').fill('$0.02')
  await press(page, 'Save and sell')
  await expectSaved(page)

  await page.getByRole('link', { name: 'Developers', exact: true }).click()
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  await expect(page.getByText('webhook-signature')).toBeVisible()
  await page.getByLabel('Address of your server').fill(`${seller.origin}/hook`)
  await press(page, 'Add the webhook')
  await expect(page.locator('code', { hasText: 'whsec_' })).toBeVisible()
  await expectGood(page)

  const url = new URL(`/x/${handle}/echo`, page.url()).href
  await expect.poll(async () => (await fetch(url)).status).toBe(402)
  expect(await buy(url)).toMatchObject({ status: 200, text: '{"hasSecret":true}', settled: { success: true } })

  await page.getByRole('link', { name: 'Money', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  await expectGood(page)
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('0.02 USDC')
  await expectGood(page)
  await page.getByRole('link', { name: 'Earnings' }).click()
  await expect(page.getByRole('table', { name: /^What sold in/ }).first()).toContainText('0.02 USDC')
  await expectGood(page)

  await expect.poll(() => hooks.join()).toContain('"amountAtomic":"20000"')
  seller.stop()
})
