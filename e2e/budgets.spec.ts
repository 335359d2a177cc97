import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { expectGood } from './expect-accessible'
import { askApi, openShopByProgram, sellByProgram, signIn } from './sellers/shops'
import { bought, button, connect, connectButton } from './wallets/at-checkout'
import { injectBuyer, injectEvmWallet } from './wallets/evm-wallet'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('a budget of two presses reads by a press each, and ends on another device', async ({ browser, request }) => {
  const { handle, secret } = await openShopByProgram({ word: 'budget', scopes: ['routes:write', 'shop:write'] })
  const wished = await askApi(request, secret, 'PUT', '/shop/profile', { name: 'Budgets', takesBudgets: true })
  expect(wished.status()).toBe(200)
  for (const number of [1, 2, 3, 4, 5]) {
    const text = { title: `Text ${number}`, path: `/text-${number}`, body: `## Text ${number} to its end` }
    await sellByProgram(request, secret, { ...text, dollars: '$0.05' })
  }
  const at = (number: number) => `/x/${handle}/text-${number}`
  const key = generatePrivateKey()
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const wallet = await injectBuyer(page, { key }, '3000000')
  await page.goto(at(1))
  await connect(page, wallet)
  await expect(button(page, 'Pay 0.05 USDC')).toBeVisible()
  await page.getByText('Set a budget', { exact: true }).tap()
  await button(page, 'Put 2.00 USDC aside and open this').tap()
  await expect(bought(page)).toContainText('Text 1 to its end')
  await page.goto(at(2))
  await page.getByText('Change or end this budget').tap()
  await page.getByLabel('At most in one day').first().fill('0,15')
  await button(page, 'Save the limits').tap()
  await button(page, 'Open it for 0.05 USDC').tap()
  await expect(bought(page)).toContainText('Text 2 to its end')

  // Two tabs that press at once: the press in one takes the button out of the other.
  const tab = await context.newPage()
  await page.goto(at(3))
  await tab.goto(at(4))
  const buttons = [page, tab].map((each) => button(each, 'Open it for 0.05 USDC'))
  for (const each of buttons) await expect(each).toBeEnabled()
  await Promise.all(buttons.map((each) => each.evaluate((shown: HTMLButtonElement) => shown.click())))
  const ends = [page, tab].map((each) => ({
    opened: bought(each),
    kept: each
      .getByText('You allow 0.15 USDC a day for this seller, and 0.15 USDC is spent today.')
      .filter({ visible: true }),
  }))
  // A tab that is still paying counts its own call for the day already.
  for (const end of ['opened', 'kept'] as const) {
    await expect.poll(() => Promise.all(ends.map(async (each) => each[end].isVisible()))).toContainEqual(true)
  }
  // The limit may be raised, or the text paid by the wallet.
  const stopped = (await ends[0]?.kept.isVisible()) ? page : tab
  await expect(stopped.getByRole('button', { name: /^Pay 0\.05 USDC( as \S+)?$/ })).toBeVisible()
  await stopped.getByText('Change or end this budget').tap()
  await stopped.getByLabel('At most in one day').first().fill('0.5')
  await button(stopped, 'Save the limits').tap()
  await button(stopped, 'Open it for 0.05 USDC').tap()
  await expect(bought(stopped)).toBeVisible()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 1_000_000n])

  // Another device of the wallet owns what was bought, and gets the rest back.
  const other = await browser.newPage()
  const own = await injectEvmWallet(other, { key, isAuthorised: true })
  await signIn(other, key)
  await other.goto(at(2))
  await expect(other.getByRole('heading', { name: 'Text 2 to its end' })).toBeVisible()
  await other.goto('/library')
  const row = other.getByRole('row').filter({ hasText: '1.80 USDC' })
  await expect(row).toContainText('ends that browser’s key')
  await button(other, 'Get 1.80 USDC back').click()
  await expect(row.getByText('Closed: 1.80 USDC is back in your wallet')).toBeVisible()
  expect([own.signatures(), await own.balance()]).toEqual([0, 2_800_000n])
  await page.goto(at(5))
  await button(page, 'Open it for 0.05 USDC').tap()
  // Its key is useless now, and gone.
  await expect(connectButton(page)).toBeVisible()
  await expect(button(page, 'Open it for 0.05 USDC')).toBeHidden()
  await expect(bought(page)).toBeHidden()
  await other.close()
  await context.close()
})

const left = (page: Page) => page.getByRole('region', { name: 'What you put aside' })

test('an amount put aside pays calls, is topped up, and comes back', async ({ page, browser }) => {
  const path = '/api/random'
  const key = generatePrivateKey()
  const wallet = await injectBuyer(page, { key })
  await page.goto(path)
  await expectGood(page)
  await connect(page, wallet)
  const spent = async () => [wallet.signatures(), 1_000_000n - (await wallet.balance())]
  await button(page, 'Put 0.01 USDC aside and call').click()
  await expect(bought(page)).toContainText('"number"')
  await expect(left(page)).toContainText('0.0099 USDC for 99 more calls')
  // The key of the channel is this browser's, so another visit calls without a wallet too.
  await page.goto(path)
  await button(page, 'Call for 0.0001 USDC').click()
  await expect(left(page)).toContainText('0.0098 USDC')
  expect(await spent()).toEqual([1, 10_000n])

  await button(page, 'Top up or get the rest back').click()
  await page.getByText('Top up', { exact: true }).click()
  await page.getByLabel('Amount in USDC').fill('0.02')
  await connectButton(page).click()
  await button(page, 'Add 0.02 USDC and call').click()
  await expect(left(page)).toContainText('0.0297 USDC for 297 more calls')
  expect(await spent()).toEqual([2, 30_000n])
  await button(page, 'Top up or get the rest back').click()
  await button(page, 'Get 0.0297 USDC back').click()
  await expect(page.getByText('0.0297 USDC is back in your wallet')).toBeVisible()
  expect(await spent()).toEqual([2, 300n])
  await button(page, 'Put 0.01 USDC aside and call').click()
  await expect(left(page)).toContainText('0.0099 USDC for 99 more calls')

  // That a stranger sees nothing of it: seller-channels and call-by-channel.integration.test.ts.
  const own = await browser.newPage()
  await signIn(own, key)
  await own.goto('/library')
  const row = own.getByRole('row').filter({ hasText: '0.0099 USDC' })
  await expect(row).toContainText('Calls and purchases go from the browser that opened it.')
  await expectGood(own)
  await button(own, 'Get 0.0099 USDC back').click()
  await expect(own.getByText('Closed: 0.0099 USDC is back in your wallet')).toBeVisible()
  expect(await wallet.balance()).toBe(999_600n)
  await own.close()

  // Where the key is, the checkout finds that nothing is left.
  await page.goto(path)
  await button(page, 'Get 0.0099 USDC back').click()
  await expect(page.getByText('Nothing was left: it had already come back')).toBeVisible()
})
