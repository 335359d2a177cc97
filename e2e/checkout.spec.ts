import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectGood } from './expect-accessible'
import { consoleErrors, foreignRequests } from './page-network'
import { askApi, openShopByProgram, routeOf, sellByProgram } from './sellers/shops'
import { bought, button, connect, failure, payAs, signAs } from './wallets/at-checkout'
import { fund, injectBuyer, injectEvmWallet } from './wallets/evm-wallet'
import { injectSolanaWallet, SOLANA_DEVNET } from './wallets/solana-wallet'

const article = '/articles/signed-is-not-paid'

/** Marks the page when a frame shows neither the price nor what was paid for. */
const watchForGap = (page: Page) =>
  page.evaluate(function look() {
    const shown = [...document.querySelectorAll('section')].filter((each) => each.checkVisibility())
    if (!shown.some(({ innerText }) => /Total|Paid/.test(innerText))) document.body.dataset.gap = 'seen'
    requestAnimationFrame(look)
  })

async function expectBeginInView(page: Page): Promise<void> {
  await expect(bought(page)).toBeFocused()
  await expect(bought(page).getByRole('region', { name: 'Receipt' })).toBeInViewport()
  await expect(bought(page).getByRole('heading', { level: 2 }).first()).toBeInViewport()
}

test('a reader without money takes the faucet, declines, and pays on EVM', async ({ page, baseURL }) => {
  const wallet = await injectEvmWallet(page)
  const [foreign, errors] = [foreignRequests(page, baseURL), consoleErrors(page)]
  await page.goto(article)
  await connect(page, wallet)
  await expect(page.getByText('This wallet is 0.05 USDC short')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Get test USDC').click()
  wallet.declineNext()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(failure(page, 'You declined in your wallet')).toBeVisible()
  const [had, declined] = [await wallet.balance(), wallet.signatures()]
  const spent = async () => [wallet.signatures() - declined, had - (await wallet.balance())]

  await wallet.moveTo(8453)
  wallet.declineNext()
  await button(page, 'Switch to Base Sepolia').click()
  await expect(failure(page, 'You declined in your wallet')).toBeVisible()
  await button(page, 'Switch to Base Sepolia').click()
  await watchForGap(page)
  await button(page, 'Pay 0.05 USDC').click()
  await expectBeginInView(page)
  await expect(page.locator('body')).not.toHaveAttribute('data-gap')
  await expect(page).toHaveURL(article)
  expect(await spent()).toEqual([1, 50_000n])
  await expectAccessible(page)
  expect([foreign, errors]).toEqual([[], []])

  // At a paid address itself: what the seller refuses costs nothing.
  await page.goto('/weather?city=Atlantis')
  await signAs(page, 'Pay 0.001 USDC')
  await expect(failure(page, 'The shop cannot answer this request')).toContainText('You were not charged.')
  expect((await spent())[1]).toBe(50_000n)
  expect((await page.goto('/weather?city=Lisbon'))?.status()).toBe(402)
  await expectGood(page)
  await payAs(page, 'Pay 0.001 USDC')
  await expect(bought(page)).toContainText('"city": "Lisbon"')
  await expect(page).toHaveURL('/weather?city=Lisbon')
  expect((await spent())[1]).toBe(51_000n)
})

test('a lost answer, a raised price and a slow clock charge what is signed, once', async ({ page, request }) => {
  const wallet = await injectBuyer(page)
  const spent = async () => [wallet.signatures(), 1_000_000n - (await wallet.balance())]
  await page.route('**/full', async (route) => {
    if (!route.request().headers()['payment-signature']) return route.continue()
    await route.fetch({ maxRedirects: 0 }).catch(() => null)
    await route.abort('connectionreset')
  })
  await page.goto(article)
  await connect(page, wallet)
  await button(page, 'Pay 0.05 USDC').click()
  await expect(failure(page, 'The outcome is not known yet')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/full')
  await button(page, 'Ask for the outcome').click()
  await expect(bought(page)).toBeFocused()
  expect(await spent()).toEqual([1, 50_000n])

  const { handle, secret } = await openShopByProgram({ word: 'raised' })
  const text = { title: 'On tolls', path: '/tolls', body: '## Tolls' }
  const { routeId } = await sellByProgram(request, secret, text)
  await page.goto(`/x/${handle}/tolls`)
  const raised = { ...routeOf({ ...text, dollars: '$0.04' }), kind: 'article' }
  expect((await askApi(request, secret, 'PUT', `/routes/${routeId}`, raised)).status()).toBe(200)
  await signAs(page, 'Pay 0.01 USDC')
  await expect(failure(page, 'The price has changed since this page was shown')).toBeVisible()
  expect(await spent()).toEqual([1, 50_000n])
  await button(page, 'Show the new price').click()
  await payAs(page, 'Pay 0.04 USDC')
  expect(await spent()).toEqual([2, 90_000n])

  await page.clock.setFixedTime(Date.now() - 600_000)
  await page.goto('/articles/one-request')
  await signAs(page, 'Pay 0.04 USDC')
  await expect(failure(page, 'The signed payment ran out before it arrived')).toContainText('not charged')
  expect(await spent()).toEqual([3, 90_000n])
  await page.clock.setFixedTime(Date.now())
  await button(page, 'Pay 0.04 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect(await spent()).toEqual([4, 130_000n])
})

test('a reader pays on Solana by keyboard in a narrow window', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const wallet = await injectSolanaWallet(page)
  await fund(wallet.address, SOLANA_DEVNET)
  const [foreign, errors] = [foreignRequests(page, baseURL), consoleErrors(page)]
  await page.goto(article)
  await page.locator('summary', { hasText: 'change' }).focus()
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Solana Devnet/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Pay 5 cents of test money')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(page, `Connect ${wallet.name}`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Pay 0.05 USDC')).toBeFocused()
  wallet.declineNext()
  await page.keyboard.press('Enter')
  await expect(failure(page, 'You declined in your wallet')).toBeVisible()
  await button(page, 'Pay 0.05 USDC').press('Enter')
  await expectBeginInView(page)
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 950_000n])
  expect([foreign, errors]).toEqual([[], []])
})
