import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { type FacilitatorLine, startFacilitatorLine } from './outsiders/facilitator-line'
import { type SecondSite, startSecondSite } from './outsiders/second-site'
import { openShop } from './sellers/open-shop'
import { newHandle, sellArticle } from './sellers/sell'
import { bought, button, connectButton, connectEvm, failure } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'
import { injectSolanaWallet } from './wallets/solana-wallet'

const article = '/articles/exactly-once'

test.describe('beside a facilitator that goes down', () => {
  // One after the other: they share the line that they cut.
  test.describe.configure({ mode: 'default' })
  let line: FacilitatorLine
  let site: SecondSite

  test.beforeAll(async ({ baseURL }) => {
    test.setTimeout(120_000)
    line = await startFacilitatorLine(`${baseURL}/facilitator`)
    site = await startSecondSite(line.url)
  })
  test.afterAll(async () => {
    await site?.stop()
    await line?.cut()
  })

  test('a facilitator that is down keeps the signed payment, and the same one pays once it is back', async ({
    page,
    request,
  }) => {
    const wallet = await injectEvmWallet(page)
    await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
    await page.goto(`${site.origin}${article}`)
    await connectEvm(page, wallet)
    await line.cut()
    await button(page, 'Pay 0.05 USDC').click()
    await expect(failure(page, 'Payments cannot be checked just now')).toContainText('You were not charged')
    await expectAccessible(page)
    await button(page, 'Ask for the outcome').click()
    await expect(failure(page, 'Payments cannot be checked just now')).toBeVisible()
    expect(await wallet.balance()).toBe(1_000_000n)
    await line.mend()
    await button(page, 'Ask for the outcome').click()
    await expect(bought(page)).toBeFocused()
    expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 950_000n])
  })

  test('a payment in doubt outlives its tab, is known to every other, and pays once', async ({ page, request }) => {
    const wallet = await injectEvmWallet(page)
    await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
    const beside = await page.context().newPage()
    await beside.goto(`${site.origin}${article}`)
    await expect(connectButton(beside)).toBeVisible()
    await page.goto(`${site.origin}${article}`)
    await connectEvm(page, wallet)
    await line.cut()
    await button(page, 'Pay 0.05 USDC').click()
    await expect(failure(page, 'Payments cannot be checked just now')).toBeVisible()
    await page.close()

    await expect(button(beside, 'Ask for the outcome')).toBeVisible()
    const later = await beside.context().newPage()
    await later.goto(`${site.origin}${article}`)
    await expect(later.getByText('You have signed a payment for this already')).toBeVisible()
    await expect(connectButton(later)).toBeHidden()
    await line.mend()
    await button(later, 'Ask for the outcome').click()
    await expect(bought(later)).toBeFocused()
    await expect(connectButton(beside)).toBeVisible()
    expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 950_000n])
  })
})

test('a price that its seller raised meanwhile is shown before anything is signed', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const handle = newHandle('raised')
  const seller = await (await browser.newContext({ baseURL })).newPage()
  await openShop(seller, { handle })
  await sellArticle(seller, { title: 'On tolls', path: '/tolls', text: '## Tolls', dollars: '$0.01' })

  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(`/x/${handle}/tolls`)
  await connectEvm(page, wallet)
  await expect(button(page, 'Pay 0.01 USDC')).toBeVisible()

  await seller.getByLabel('Price, in dollars').fill('$0.04')
  await button(seller, 'Save the changes').click()
  const priceNow = async () => (await (await fetch(`${baseURL}/x/${handle}/tolls`)).json()).accepts[0].amount
  await expect.poll(priceNow).toBe('40000')
  await seller.context().close()

  await button(page, 'Pay 0.01 USDC').click()
  await expect(failure(page, 'The price has changed since this page was shown')).toBeVisible()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([0, 1_000_000n])
  await button(page, 'Show the new price').click()
  await connectButton(page).click()
  await button(page, 'Pay 0.04 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 960_000n])
})

test('a payment that is signed on a slow clock has run out, is not charged, and a new one pays', async ({
  page,
  request,
}) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.clock.setFixedTime(Date.now() - 600_000)
  await page.goto(article)
  await connectEvm(page, wallet)
  await button(page, 'Pay 0.05 USDC').click()
  await expect(failure(page, 'The signed payment ran out before it arrived')).toContainText('not charged')
  expect(await wallet.balance()).toBe(1_000_000n)
  await page.clock.setFixedTime(Date.now())
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([2, 950_000n])
})

test('a Solana holder declines, has too little, and pays after the faucet', async ({ page }) => {
  const wallet = await injectSolanaWallet(page)
  await page.goto('/articles/four-hundred-milliseconds')
  await connectButton(page).click()
  await button(page, `Connect ${wallet.name}`).click()
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

test('a holder who keeps to the wrong network is charged nothing', async ({ page, request }) => {
  const wallet = await injectEvmWallet(page, { chainId: 8453 })
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(article)
  await connectEvm(page, wallet)
  await wallet.moveTo(8453)
  wallet.declineNext()
  await button(page, 'Switch to Base Sepolia').click()
  await expect(failure(page, 'You declined in your wallet')).toBeVisible()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([0, 1_000_000n])
  await button(page, 'Switch to Base Sepolia').click()
  await expect(button(page, 'Pay 0.05 USDC')).toBeVisible()
})
