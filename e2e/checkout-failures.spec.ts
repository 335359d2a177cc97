import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { startFacilitatorLine } from './outsiders/facilitator-line'
import { startSecondSite } from './outsiders/second-site'
import { openShop } from './sellers/open-shop'
import { newHandle, sellArticle } from './sellers/sell'
import { bought, button, connectEvm, failure } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'
import { pauseChain, pendingTransactions } from './wallets/pause-chain'
import { injectSolanaWallet } from './wallets/solana-wallet'

const article = '/articles/exactly-once'

test('a facilitator that is down keeps the signed payment, and the same one pays once it is back', async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const line = await startFacilitatorLine(`${baseURL}/facilitator`)
  const site = await startSecondSite(line.url)
  try {
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
  } finally {
    await site.stop()
    await line.cut()
  }
})

test('a payment in doubt outlives its tab, is known to every other, and pays once', async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const line = await startFacilitatorLine(`${baseURL}/facilitator`)
  const site = await startSecondSite(line.url)
  try {
    const wallet = await injectEvmWallet(page)
    await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
    const beside = await page.context().newPage()
    await beside.goto(`${site.origin}${article}`)
    await expect(button(beside, 'Connect wallet')).toBeVisible()
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
    await expect(button(later, 'Connect wallet')).toBeHidden()
    await line.mend()
    await button(later, 'Ask for the outcome').click()
    await expect(bought(later)).toBeFocused()
    await expect(button(beside, 'Connect wallet')).toBeVisible()
    expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 950_000n])
  } finally {
    await site.stop()
    await line.cut()
  }
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
  await button(page, 'Connect wallet').click()
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

test('a shop that dies while it settles brings the content when it is back, for one payment', async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(150_000)
  const line = await startFacilitatorLine(`${baseURL}/facilitator`)
  const site = await startSecondSite(line.url)
  try {
    const wallet = await injectEvmWallet(page)
    await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
    await page.goto(`${site.origin}${article}`)
    await connectEvm(page, wallet)
    await expect(button(page, 'Pay 0.05 USDC')).toBeVisible()
    const resume = await pauseChain()
    try {
      await button(page, 'Pay 0.05 USDC').click()
      await expect.poll(pendingTransactions).toBe(1)
      await site.kill()
      await expect(failure(page, 'The outcome is not known yet')).toBeVisible()
    } finally {
      await resume()
    }
    await expect.poll(() => wallet.balance()).toBe(950_000n)
    await site.restart()
    await page.reload()
    await page.getByRole('radio', { name: /Solana Devnet/ }).check()
    await button(page, 'Ask for the outcome').click()
    await expect(bought(page)).toBeFocused({ timeout: 40_000 })
    await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Base Sepolia')
    expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 950_000n])
  } finally {
    await site.stop()
    await line.cut()
  }
})

test('a Solana holder declines, has too little, and pays after the faucet', async ({ page }) => {
  const wallet = await injectSolanaWallet(page)
  await page.goto('/articles/four-hundred-milliseconds')
  await button(page, 'Connect wallet').click()
  await button(page, `Connect ${wallet.name}`).click()
  await expect(page.getByText('This wallet is short of 0.02 USDC')).toBeVisible()
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

test('an outcome that the chain withholds stays one payment, over a reload, until it has lapsed for good', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(article)
  await connectEvm(page, wallet)
  await expect(button(page, 'Pay 0.05 USDC')).toBeVisible()
  const resume = await pauseChain()
  try {
    await button(page, 'Pay 0.05 USDC').click()
    await expect(page.getByRole('status').filter({ hasText: 'on its way to the chain' })).toBeVisible()
    await expect(failure(page, 'The outcome is not known yet')).toContainText('cannot be charged twice', {
      timeout: 150_000,
    })
    await expect(button(page, 'Pay 0.05 USDC')).toBeHidden()
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('radio', { name: /Solana Devnet/ }).check()
    await expect(button(page, 'Ask for the outcome')).toBeVisible()
    await expect(button(page, 'Connect wallet')).toBeHidden()
  } finally {
    await resume()
  }
  // By now the chain takes it no more, which the shop finds out when the chain goes on.
  await button(page, 'Ask for the outcome').click()
  await expect(failure(page, 'The signed payment ran out before it arrived')).toBeVisible({ timeout: 40_000 })
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 1_000_000n])
  await page.getByRole('radio', { name: /Base Sepolia/ }).check()
  await button(page, 'Connect wallet').click()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([2, 950_000n])
})
