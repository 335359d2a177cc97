import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { bought, button, connectButton, connectEvm, failure, signInButton } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

const article = '/articles/reserved'

test('a fresh browser signs in, opens what was bought without a further signature, and finds the receipt', async ({
  page,
  request,
  browser,
}) => {
  const key = generatePrivateKey()
  const payer = await injectEvmWallet(page, { key })
  await fund(request, { network: BASE_SEPOLIA, address: payer.address, amount: '1000000' })
  await page.goto(article)
  await connectEvm(page, payer)
  await button(page, 'Pay 0.03 USDC').click()
  await expect(bought(page)).toBeFocused()

  const fresh = await (await browser.newContext()).newPage()
  const wallet = await injectEvmWallet(fresh, { key })
  await fresh.goto(`${article}/full`)
  await button(fresh, 'Already bought?').click()
  await connectEvm(fresh, wallet)
  await signInButton(fresh).click()
  await expect(bought(fresh)).toBeFocused()
  expect(wallet.signatures()).toBe(1)

  const opened = await fresh.goto(`${article}/full`)
  expect(opened?.status()).toBe(200)
  expect(await opened?.headerValue('vary')).toMatch(/cookie/i)
  await fresh.goto(article)
  const rest = fresh.getByRole('region', { name: 'The rest of this article' })
  const [download] = await Promise.all([
    fresh.waitForEvent('download'),
    rest.getByRole('link', { name: 'Save as a file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('reserved.html')
  expect(await readFile(await download.path(), 'utf8')).toContain('In 1992 the Web was a project at CERN')
  await rest.getByRole('link', { name: '0.03 USDC on Base Sepolia, receipt' }).click()
  await expect(fresh.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()

  await fresh.goto('/library?q=reserved+future')
  await fresh.getByRole('link', { name: /^Receipt/ }).click()
  await expect(fresh.getByRole('main')).toContainText('0.03 USDC')
  await expect(fresh.getByRole('main')).toContainText('Base Sepolia')
  const json = await fresh.evaluate(
    async (href) => (await fetch(href ?? '')).json(),
    await fresh.getByRole('link', { name: 'As JSON' }).getAttribute('href'),
  )
  expect(json).toMatchObject({ amount: '30000', network: BASE_SEPOLIA, payer: payer.address.toLowerCase() })
  expect(json.transaction).toMatch(/^0x[0-9a-f]{64}$/)
  expect(wallet.signatures()).toBe(1)
  expect(await wallet.balance()).toBe(970_000n)

  await fresh.goto('/library')
  await button(fresh, 'Sign out').click()
  await expect(fresh.getByText('Sign in with the wallet that paid')).toBeVisible()
  expect((await fresh.goto(`${article}/full`))?.status()).toBe(402)
  await fresh.context().close()
})

test('an owner is never asked to pay: in this browser, in another tab, signed in elsewhere, or with the wallet only', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const key = generatePrivateKey()
  const payer = await injectEvmWallet(page, { key })
  await fund(request, { network: BASE_SEPOLIA, address: payer.address, amount: '1000000' })
  const mine = '/articles/no-store'
  const expectOwned = async (at: Page) => {
    await expect(at.getByText(/^Yours since /)).toBeVisible()
    await expect(at.getByText('0.05 USDC')).toHaveCount(1)
    await expect(at.getByRole('button', { name: /Pay|Connect|Continue/ })).toHaveCount(0)
  }
  await page.goto(mine)
  await connectEvm(page, payer)
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  await page.reload()
  await expectOwned(page)
  await page.goto('/articles')
  await expect(page.getByRole('article').filter({ hasText: 'Never cache a paid answer' })).toContainText('Bought')
  const tab = await page.context().newPage()
  await tab.goto(mine)
  await expectOwned(tab)
  await tab.goto('/library')
  await tab.getByRole('link', { name: 'Never cache a paid answer', exact: true }).click()
  await expect(tab).toHaveURL(new RegExp(`${mine}$`))
  expect([payer.signatures(), await payer.balance()]).toEqual([1, 950_000n])

  // The wallet only: what it signs proves it, so nothing is charged, and this browser knows from then on.
  const other = await (await browser.newContext({ baseURL })).newPage()
  const wallet = await injectEvmWallet(other, { key })
  await other.goto(mine)
  await connectEvm(other, wallet)
  await button(other, 'Pay 0.05 USDC').click()
  await expect(bought(other)).toContainText('Yours. Nothing was charged.')
  await other.reload()
  await expectOwned(other)
  expect(await wallet.balance()).toBe(950_000n)

  await page.goto('/library')
  await button(page, 'Forget this browser’s purchases').click()
  await expect(page.getByText('Sign in with the wallet that paid')).toBeVisible()
  await connectButton(page).click()
  await button(page, 'Sign in with wallet').click()
  await expect(page.getByRole('list', { name: 'Purchases' })).toContainText('Never cache a paid answer')
  await page.goto(mine)
  await expectOwned(page)
  await other.context().close()
})

test('a wallet that has not paid is told so, and charged nothing, and a sign-in that comes too late is told from a refused one', async ({
  page,
  request,
}) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(article)
  await button(page, 'Already bought?').click()
  await connectEvm(page, wallet)
  wallet.declineNext()
  await signInButton(page).click()
  await expect(failure(page, 'You declined in your wallet')).toBeVisible()
  await signInButton(page).click()
  await expect(failure(page, 'This wallet has not bought it')).toBeVisible()
  await page.route('**/api/session', async (route) => {
    if (route.request().headers()['sign-in-with-x']) return route.continue()
    const answer = await route.fetch()
    const challenge = JSON.parse(Buffer.from(answer.headers()['payment-required'] ?? '', 'base64').toString())
    challenge.extensions['sign-in-with-x'].info.issuedAt = '2026-01-01T00:00:00.000Z'
    challenge.extensions['sign-in-with-x'].info.expirationTime = '2026-01-01T00:05:00.000Z'
    const header = Buffer.from(JSON.stringify(challenge)).toString('base64')
    await route.fulfill({ response: answer, headers: { ...answer.headers(), 'payment-required': header } })
  })
  await page.context().clearCookies()
  await page.goto(article)
  await button(page, 'Already bought?').click()
  await connectButton(page).click()
  await signInButton(page).click()
  await expect(failure(page, 'The sign-in request ran out')).toBeVisible()
  expect(await wallet.balance()).toBe(1_000_000n)
})
