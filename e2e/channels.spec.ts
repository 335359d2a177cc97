import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { bought, button, connectButton, connectEvm, failure } from './wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from './wallets/evm-wallet'
import { fund } from './wallets/fund'

const path = '/api/random'
const left = (page: Page) => page.getByRole('region', { name: 'What you put aside' })

test('puts an amount aside with one signature, calls without further ones, tops up, and gets the rest back', async ({
  page,
}) => {
  const wallet = await injectEvmWallet(page)
  await page.goto(path)
  await connectEvm(page, wallet)
  await expect(page.getByText('This wallet is 0.01 USDC short')).toBeVisible()
  await button(page, 'Get test USDC').click()
  wallet.declineNext()
  await button(page, 'Put 0.01 USDC aside and call').click()
  await expect(failure(page, 'You declined in your wallet')).toBeVisible()
  const [had, declined] = [await wallet.balance(), wallet.signatures()]
  const spent = async () => [wallet.signatures() - declined, had - (await wallet.balance())]
  expect(had).toBeGreaterThan(30_000n)

  await button(page, 'Put 0.01 USDC aside and call').click()
  await expect(bought(page)).toContainText('"number"')
  await expect(left(page)).toContainText('0.0099 USDC for 99 more calls')
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Charged0.0001 USDC')
  expect(await spent()).toEqual([1, 10_000n])

  for (const amount of ['0.0098', '0.0097', '0.0096']) {
    await button(page, 'Call for 0.0001 USDC').click()
    await expect(left(page)).toContainText(`${amount} USDC`)
  }
  // The key of the channel is this browser's, so another visit calls without a wallet too.
  await page.goto(path)
  await button(page, 'Call for 0.0001 USDC').click()
  await expect(left(page)).toContainText('0.0095 USDC')
  expect(await spent()).toEqual([1, 10_000n])

  await button(page, 'Top up or get the rest back').click()
  await page.getByText('Top up', { exact: true }).click()
  await page.getByLabel('Amount in USDC').fill('0.001')
  await expect(page.getByText('Enter an amount of at least 0.01 USDC')).toBeVisible()
  await page.getByLabel('Amount in USDC').fill('0.02')
  await expect(page.getByText('Pays for 200 calls.')).toBeVisible()
  await connectButton(page).click()
  await button(page, 'Add 0.02 USDC and call').click()
  await expect(left(page)).toContainText('0.0294 USDC for 294 more calls')
  expect(await spent()).toEqual([2, 30_000n])

  await button(page, 'Top up or get the rest back').click()
  await button(page, 'Get 0.0294 USDC back').click()
  await expect(page.getByText('0.0294 USDC is back in your wallet')).toBeVisible()
  expect(await spent()).toEqual([2, 600n])
  await expect(page.getByText('Pays for 100 calls.')).toBeVisible()
})

test('the library gives back what another browser put aside, to its own wallet only', async ({
  page,
  request,
  browser,
}) => {
  const key = generatePrivateKey()
  const payer = await injectEvmWallet(page, { key })
  await fund(request, { network: BASE_SEPOLIA, address: payer.address, amount: '1000000' })
  await page.goto(path)
  await connectEvm(page, payer)
  await button(page, 'Put 0.01 USDC aside and call').click()
  await expect(bought(page)).toContainText('"number"')

  const another = await (await browser.newContext()).newPage()
  const stranger = await injectEvmWallet(another)
  await another.goto('/library')
  await connectEvm(another, stranger)
  await button(another, 'Sign in with wallet').click()
  await expect(another.getByText('Nothing bought yet')).toBeVisible()
  await expect(another.getByText('Put aside for calls')).toBeHidden()
  await another.context().close()

  const fresh = await (await browser.newContext()).newPage()
  const wallet = await injectEvmWallet(fresh, { key })
  await fresh.goto('/library')
  await connectEvm(fresh, wallet)
  await button(fresh, 'Sign in with wallet').click()
  const row = fresh.getByRole('row').filter({ hasText: '0.0099 USDC' })
  await expect(row).toContainText(path)
  await expect(row).toContainText('Calls and purchases go from the browser that opened it.')
  await button(fresh, 'Get 0.0099 USDC back').click()
  await expect(fresh.getByText('Closed: 0.0099 USDC is back in your wallet')).toBeVisible()
  // A sign-in, and nothing else.
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 999_900n])
  await fresh.reload()
  await expect(fresh.getByRole('heading', { name: 'Library', exact: true })).toBeVisible()
  await expect(fresh.getByText('Put aside for calls')).toBeHidden()
  await fresh.context().close()

  // Where the key is, the checkout finds that nothing is left, and a new amount can be put aside.
  await page.goto(path)
  await button(page, 'Get 0.0099 USDC back').click()
  await expect(page.getByText('Nothing was left: it had already come back')).toBeVisible()
  await expect(page.getByText('Pays for 100 calls.')).toBeVisible()
})
