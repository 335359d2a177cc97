import { expect, type Page, test } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expectAccessible } from './expect-accessible'
import { buy } from './outsiders/buy'
import { startSellersServer } from './outsiders/sellers-server'
import { confirmChange } from './sellers/confirm-change'
import { newHandle } from './sellers/new-handle'
import { openMore } from './sellers/open-more'
import { bought, button, connectEvm } from './wallets/at-checkout'
import { injectEvmWallet } from './wallets/evm-wallet'

const press = (page: Page, name: string) => button(page, name).click()

/** Counts what a person presses in this tab, across its pages. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() =>
    // Before any listener of the page, which may keep a press to itself.
    addEventListener(
      'click',
      ({ isTrusted, detail }) => {
        // What the keyboard and labels fire has no detail.
        if (isTrusted && detail > 0) sessionStorage.presses = Number(sessionStorage.presses ?? 0) + 1
      },
      { capture: true },
    ),
  )
  return () => page.evaluate(() => Number(sessionStorage.presses ?? 0))
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 })

  test('sells first in five presses, gives the money back, signs out', async ({ page, browser }) => {
    const handle = newHandle('first')
    const presses = await countPresses(page)
    await page.goto('/dashboard/routes/new?kind=article')
    await press(page, 'Use the demo wallet')
    await press(page, 'Sign in with wallet')
    await page.getByLabel('Name of the shop').fill('First shop')
    await page.getByLabel('Address of the shop').fill(handle)
    await press(page, 'Open the shop')
    await page.getByLabel('Title').fill('Kumquats, and how to keep them')
    await page.getByLabel('Text, in Markdown').fill('Keep them cool.')
    await page.getByLabel('Price, in dollars').fill('2 cents')
    await expect(page.getByText('Buyers pay 0.02 USDC.')).toBeVisible()
    await press(page, 'Save and sell')
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    await page.getByRole('link', { name: 'Open the page' }).click()
    await page.waitForURL(/\/x\//)
    await expect(page.getByRole('heading', { name: 'Kumquats, and how to keep them' })).toBeVisible()
    // Two of them sign in.
    expect((await presses()) - 2).toBeLessThanOrEqual(5)
    await expect(page.getByText('You sell this', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Pay|Connect|Continue)/ })).toHaveCount(0)

    // In another browser it takes one press, and stays open there.
    const buyer = await browser.newPage()
    await buyer.goto(`/x/${handle}/kumquats-and-how-to-keep-them`)
    await press(buyer, 'Pay 2 cents of test money')
    await expect(bought(buyer)).toContainText('Keep them cool.')
    await buyer.reload()
    await expect(buyer.getByText(/^Yours since /)).toBeVisible()
    await expect(buyer.getByRole('button', { name: /^Pay/ })).toHaveCount(0)

    await page.goto('/dashboard/payments')
    await expect(page.getByRole('table').first()).toContainText('0.02')
    await page.getByRole('table').first().getByRole('link').first().click()
    await page.getByText('Refund', { exact: true }).click()
    await press(page, 'Send it back')
    await expect(page.getByText('0.02 USDC given back').first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Given back' })).toBeVisible()
    await buyer.reload()
    await expect(buyer.getByText(/^0\.02\sUSDC came back on .+ · open again for 0\.02\sUSDC$/)).toBeVisible()
    await expect(buyer.getByRole('button', { name: /^Pay 0\.02 USDC as 0x/ })).toBeVisible()
    await expectAccessible(buyer)
    await buyer.goto('/library')
    await expect(buyer.getByRole('article').filter({ hasText: 'Kumquats' })).toContainText('given back · Buy it again')
    await buyer.close()
    await page.goto(`/x/${handle}/kumquats-and-how-to-keep-them`)
    await expect(page.getByText('1 sale in the last 12 months')).toBeVisible()
    await expectAccessible(page)
    for (const path of ['/dashboard', '/dashboard/earnings', '/dashboard/earnings/statement']) {
      await page.goto(path)
      await expect(page.getByRole('main')).toContainText(/kept\s*0\.00\sUSDC|0\.02\sUSDC\s*0\.00\sUSDC/i)
    }

    // The header says who is signed in, continues as the wallet of before, and lets go of it.
    const banner = page.getByRole('banner')
    const who = banner.locator('summary', { hasText: 'Signed in' })
    await page.goto('/bazaar')
    await expect(who).toHaveText(/^Signed in with 0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}$/)
    await who.click()
    await expect(banner.getByText('Demo wallet', { exact: true })).toBeVisible()
    await expect(banner.getByText(/^[\d.]+\sUSDC$/)).toBeVisible()
    await expect(banner.getByRole('link', { name: 'Your shop' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(who).toBeFocused()
    await who.click()
    await banner.getByRole('button', { name: 'Sign out' }).click()
    await banner.locator('summary', { hasText: 'Wallet' }).click()
    await banner.getByRole('link', { name: 'Sign in' }).click()
    await expect(banner.locator('details').first()).not.toHaveAttribute('open')
    await press(page, 'Sign in with wallet')
    await who.click()
    await banner.getByRole('button', { name: 'Switch wallet' }).click()
    await expect(button(page, 'Connect wallet')).toBeVisible()
    await expect(button(page, 'Use the demo wallet')).toBeVisible()
  })
})

test('a seller signs up, sells an API to an outsider, and sees the money', async ({ page, request }) => {
  const hooks: { body: string; headers: Record<string, string> }[] = []
  const seller = await startSellersServer(({ path, headers, body }) => {
    if (path === '/hook') hooks.push({ body, headers: headers as Record<string, string> })
    return { hasSecret: headers['x-api-key'] === 'the secret' }
  })
  const handle = newHandle('shop')
  const wallet = await injectEvmWallet(page)
  await page.goto('/dashboard')
  await connectEvm(page, wallet)
  await press(page, 'Sign in with wallet')
  await page.getByLabel('Name of the shop').fill('A shop')
  await page.getByLabel('Address of the shop').fill(handle)
  await expectAccessible(page)
  await expect(page.locator('#main').getByText(wallet.address)).toBeVisible()
  await press(page, 'Open the shop')
  await expect(page.getByRole('heading', { name: 'What do you want to sell?' })).toBeVisible()
  await page.goto('/dashboard/payees')
  await page.getByLabel('Address that gets the money').fill(privateKeyToAddress(generatePrivateKey()))
  await page.getByLabel('This is my address, letter by letter').check()
  await press(page, 'Confirm this address')
  await expectAccessible(page)
  await confirmChange(page)
  await expect(page.getByRole('table', { name: 'Confirmed addresses' })).toContainText('Base Sepolia')

  await page.getByRole('link', { name: 'For sale', exact: true }).click()
  await page.getByRole('link', { name: 'API', exact: true }).click()
  await page.getByLabel('Title').fill('Echo')
  await openMore(page)
  await page.getByLabel('Path', { exact: true }).fill('/echo')
  await page.getByLabel('Address of your server').fill('http://169.254.169.254/latest')
  await page.getByLabel('Secret headers').fill('X-Api-Key: the secret')
  await page.getByLabel('Price, in dollars').fill('$0.02')
  await press(page, 'Save and sell')
  await expect(page.getByText('This host is not on the public internet.').first()).toBeVisible()
  await page.getByLabel('Address of your server').fill(`${seller.origin}/echo`)
  await page.getByLabel('Secret headers').fill('X-Api-Key: the secret')
  await press(page, 'Save and sell')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()

  await page.getByRole('link', { name: 'Developers', exact: true }).click()
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  await page.getByLabel('Address of your server').fill(`${seller.origin}/hook`)
  await press(page, 'Add the webhook')
  const key = await page.locator('code', { hasText: 'whsec_' }).textContent()

  const url = new URL(`/x/${handle}/echo`, page.url()).href
  await expect.poll(async () => (await fetch(url)).status).toBe(402)
  expect(await buy(request, url)).toMatchObject({ status: 200, text: '{"hasSecret":true}', settled: { success: true } })

  await page.getByRole('link', { name: 'Money', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
  for (const step of ['Signed payment received', 'Payment verified', 'Answer produced', 'Settled', 'Answer delivered'])
    await expect(page.getByRole('listitem').filter({ hasText: step }).first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText('0.02 USDC')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Earnings' }).click()
  await expect(page.getByRole('table', { name: /^What sold in/ }).first()).toContainText('0.02 USDC')

  await expect.poll(() => hooks.length).toBeGreaterThan(0)
  const { body = '', headers = {} } = hooks[0] ?? {}
  const event = new Webhook(key ?? '').verify(body, headers)
  expect(event).toMatchObject({ type: 'payment.settled', payment: { amountAtomic: '20000' } })
  seller.stop()
})
