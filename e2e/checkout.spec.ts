import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { consoleErrors, foreignRequests } from './foreign-requests'
import { holdScripts } from './hold-requests'
import { openShop } from './sellers/open-shop'
import { changeByProgram, sellByProgram } from './sellers/sell-by-program'
import {
  bought,
  button,
  chooseNetwork,
  connectButton,
  connectEvm,
  connectSolana,
  failure,
  walletList,
} from './wallets/at-checkout'
import { BASE_SEPOLIA, type EvmTestWallet, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'
import { injectSolanaWallet, SOLANA_DEVNET } from './wallets/solana-wallet'

const article = '/articles/signed-is-not-paid'
const dollar = 1_000_000n
const priceAtomic = 50_000n

async function evmBuyer(page: Page, request: APIRequestContext, options = {}): Promise<EvmTestWallet> {
  const wallet = await injectEvmWallet(page, options)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: String(dollar) })
  return wallet
}

async function expectBeginInView(page: Page): Promise<void> {
  await expect(bought(page).getByRole('region', { name: 'Receipt' })).toBeInViewport()
  await expect(bought(page).getByRole('heading', { level: 2 }).first()).toBeInViewport()
}

test('pays on either family and reads in place, contacts only this server, and runs no script against the policy', async ({
  page,
  request,
  baseURL,
}) => {
  const [evm, solana] = [await evmBuyer(page, request), await injectSolanaWallet(page)]
  await fund(request, { network: SOLANA_DEVNET, address: solana.address, amount: String(dollar) })
  const [foreign, errors] = [foreignRequests(page, baseURL), consoleErrors(page)]
  await page.goto(article)
  await connectEvm(page, evm)
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  await expectBeginInView(page)
  await expect(bought(page).getByRole('region', { name: 'Receipt' })).toContainText('0.05 USDC')
  await expect(page).toHaveURL(article)
  expect([evm.signatures(), await evm.balance()]).toEqual([1, dollar - priceAtomic])
  await expectAccessible(page)

  await page.goto('/articles/one-request')
  await chooseNetwork(page, /Solana Devnet/)
  await connectSolana(page, solana)
  await page.setViewportSize({ width: 390, height: 844 })
  await button(page, 'Pay 0.04 USDC').click()
  await expect(bought(page)).toBeFocused()
  await expectBeginInView(page)
  expect([solana.signatures(), await solana.balance()]).toEqual([1, dollar - 40_000n])
  expect(foreign).toEqual([])
  // A 402 is how a price is asked for; browsers call every one of them an error.
  expect(errors.filter((text) => !text.includes('status of 402'))).toEqual([])
})

test('buys with the keyboard only', async ({ page, request }) => {
  const wallet = await injectSolanaWallet(page)
  await fund(request, { network: SOLANA_DEVNET, address: wallet.address, amount: String(dollar) })
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
  await page.keyboard.press('Enter')
  await expect(bought(page)).toBeFocused()
  expect(await wallet.balance()).toBe(dollar - priceAtomic)
})

test('lists the wallets of both families in its place, takes the network of the chosen one, and keeps the focus', async ({
  page,
}) => {
  const [evm, solana] = [await injectEvmWallet(page), await injectSolanaWallet(page)]
  await page.goto(article)
  await connectButton(page).hover()
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready')
  await button(page, 'Connect wallet').press('Enter')
  await expect(walletList(page).getByRole('button', { name: `Connect ${evm.name}` })).toBeFocused()
  await expect(walletList(page).getByRole('listitem')).toHaveText([
    `${evm.name}Base Sepolia`,
    'Demo walletBase Sepolia',
    `${solana.name}Solana Devnet`,
    'Demo walletSolana Devnet',
  ])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Connect wallet')).toBeFocused()
  await connectSolana(page, solana)
  const receipt = page.getByRole('region', { name: 'What you pay' })
  await expect(receipt.locator('summary').first()).toContainText('Solana Devnet')
  await expect(receipt).toContainText(`${solana.name} `)
  await connectEvm(page, evm)
  await expect(receipt.locator('summary').first()).toContainText('Base Sepolia')
  await expect(button(page, 'Get test USDC')).toBeVisible()
  expect([evm.signatures(), solana.signatures()]).toEqual([0, 0])
})

test('on a slow line a press is heard at once, and the button never goes back', async ({ page, request }) => {
  const wallet = await evmBuyer(page, request)
  await page.goto(article)
  await connectButton(page).hover()
  await expect(button(page, `Connect ${wallet.name}`)).toBeVisible()
  const release = await holdScripts(page)
  await button(page, `Connect ${wallet.name}`).click()
  await expect(button(page, 'Connecting')).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => {
    const seen: string[] = []
    const look = () => seen.push(...[...document.querySelectorAll('#pay button')].map((each) => each.textContent))
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { seen })
  })
  release()
  await expect(button(page, 'Pay 0.05 USDC')).toBeVisible()
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[])
  expect(seen.filter((text) => text.startsWith('Connect ') || text === 'Connect wallet')).toEqual([])
})

test('asks to change the network, charges nobody who declines, and pays at the same price after it', async ({
  page,
  request,
}) => {
  const wallet = await evmBuyer(page, request, { chainId: 8453 })
  await page.goto(article)
  await connectEvm(page, wallet)
  await wallet.moveTo(8453)
  wallet.declineNext()
  await button(page, 'Switch to Base Sepolia').click()
  await expect(failure(page, 'You declined in your wallet')).toBeVisible()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([0, dollar])
  await button(page, 'Switch to Base Sepolia').click()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect(await wallet.balance()).toBe(dollar - priceAtomic)
})

test('takes the faucet where the balance is short, says that nothing happened when the holder declines, and pays once', async ({
  page,
}) => {
  const wallet = await injectEvmWallet(page)
  await page.goto(article)
  await connectEvm(page, wallet)
  await expect(page.getByText('This wallet is 0.05 USDC short')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Get test USDC').click()
  wallet.declineNext()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(failure(page, 'You declined in your wallet')).toBeVisible()
  const before = await wallet.balance()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect(before - (await wallet.balance())).toBe(priceAtomic)
})

test('a Solana holder declines, has too little, and pays after the faucet', async ({ page }) => {
  const wallet = await injectSolanaWallet(page)
  await page.goto('/articles/four-hundred-milliseconds')
  await connectSolana(page, wallet)
  await expect(page.getByText('This wallet is 0.02 USDC short')).toBeVisible()
  await button(page, 'Get test USDC').click()
  wallet.declineNext()
  await button(page, 'Pay 0.02 USDC').click()
  await expect(failure(page, 'You declined in your wallet')).toBeVisible()
  const before = await wallet.balance()
  await button(page, 'Pay 0.02 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect(before - (await wallet.balance())).toBe(20_000n)
})

test('sends the same payment again when no answer came, and pays once', async ({ page, request }) => {
  const wallet = await evmBuyer(page, request)
  let isLost = true
  await page.route('**/full', async (route) => {
    if (!isLost || !route.request().headers()['payment-signature']) return route.continue()
    await route.fetch({ maxRedirects: 0 }).catch(() => null)
    await route.abort('connectionreset')
  })
  await page.goto(article)
  await connectEvm(page, wallet)
  await button(page, 'Pay 0.05 USDC').click()
  await expect(failure(page, 'The outcome is not known yet')).toBeVisible()
  await expectAccessible(page)
  isLost = false
  await button(page, 'Ask for the outcome').click()
  await expect(bought(page)).toBeFocused()
  expect(await wallet.balance()).toBe(dollar - priceAtomic)
})

test('pays at a paid address itself, passes on what the seller refuses without a charge, and shows JSON there', async ({
  page,
  request,
}) => {
  const wallet = await evmBuyer(page, request)
  await page.goto('/weather?city=Atlantis')
  await connectEvm(page, wallet)
  await button(page, 'Pay 0.001 USDC').click()
  await expect(failure(page, 'The shop cannot answer this request')).toContainText('You were not charged.')
  expect(await wallet.balance()).toBe(dollar)

  const answer = await page.goto('/weather?city=Lisbon')
  expect(answer?.status()).toBe(402)
  await connectButton(page).click()
  await button(page, 'Pay 0.001 USDC').click()
  await expect(bought(page)).toContainText('"city": "Lisbon"')
  await expect(page).toHaveURL('/weather?city=Lisbon')
  expect(await wallet.balance()).toBe(dollar - 1_000n)
})

test('a price that its seller raised meanwhile is shown before anything is signed', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const seller = await (await browser.newContext({ baseURL })).newPage()
  const { handle, secret } = await openShop(seller, { word: 'raised', scopes: ['routes:write'] })
  await seller.context().close()
  const route = { title: 'On tolls', path: '/tolls', body: '## Tolls' }
  const { routeId } = await sellByProgram(request, secret, route)
  const wallet = await evmBuyer(page, request)
  await page.goto(`/x/${handle}/tolls`)
  await connectEvm(page, wallet)
  await expect(button(page, 'Pay 0.01 USDC')).toBeVisible()

  await changeByProgram(request, secret, routeId, { ...route, dollars: '$0.04' })
  await button(page, 'Pay 0.01 USDC').click()
  await expect(failure(page, 'The price has changed since this page was shown')).toBeVisible()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([0, dollar])
  await button(page, 'Show the new price').click()
  await connectButton(page).click()
  await button(page, 'Pay 0.04 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, dollar - 40_000n])
})

test('a payment that is signed on a slow clock has run out, is not charged, and a new one pays', async ({
  page,
  request,
}) => {
  const wallet = await evmBuyer(page, request)
  await page.clock.setFixedTime(Date.now() - 600_000)
  await page.goto(article)
  await connectEvm(page, wallet)
  await button(page, 'Pay 0.05 USDC').click()
  await expect(failure(page, 'The signed payment ran out before it arrived')).toContainText('not charged')
  expect(await wallet.balance()).toBe(dollar)
  await page.clock.setFixedTime(Date.now())
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([2, dollar - priceAtomic])
})
