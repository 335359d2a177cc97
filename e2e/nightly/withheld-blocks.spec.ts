import { expect, test } from '@playwright/test'
import { pauseChain } from '@/development/devnet/evm/start-anvil'
import { expectAccessible } from '../expect-accessible'
import { bought, button, chooseNetwork, connectButton, connectEvm, failure } from '../wallets/at-checkout'
import { BASE_SEPOLIA, injectEvmWallet } from '../wallets/evm-wallet'
import { fund } from '../wallets/fund'

const article = '/articles/exactly-once'
const evmRpcUrl = process.env.E2E_EVM_RPC_URL ?? ''

test('an outcome that the chain withholds stays one payment, over a reload, until it has lapsed for good', async ({
  page,
  request,
}) => {
  const wallet = await injectEvmWallet(page)
  await fund(request, { network: BASE_SEPOLIA, address: wallet.address, amount: '1000000' })
  await page.goto(article)
  await connectEvm(page, wallet)
  await expect(button(page, 'Pay 0.05 USDC')).toBeVisible()
  const resume = await pauseChain(evmRpcUrl)
  try {
    await button(page, 'Pay 0.05 USDC').click()
    await expect(page.getByRole('status').filter({ hasText: 'on its way to the chain' })).toBeVisible()
    await expect(failure(page, 'The outcome is not known yet')).toContainText('cannot be charged twice', {
      timeout: 150_000,
    })
    await expect(button(page, 'Pay 0.05 USDC')).toBeHidden()
    await expectAccessible(page)
    await page.reload()
    await chooseNetwork(page, /Solana Devnet/)
    await expect(button(page, 'Ask for the outcome')).toBeVisible()
    await expect(connectButton(page)).toBeHidden()
  } finally {
    await resume()
  }
  // By now the chain takes it no more, which the site finds out when the chain goes on.
  await button(page, 'Ask for the outcome').click()
  await expect(failure(page, 'The signed payment ran out before it arrived')).toBeVisible({ timeout: 40_000 })
  expect([wallet.signatures(), await wallet.balance()]).toEqual([1, 1_000_000n])
  await chooseNetwork(page, /Base Sepolia/)
  await connectButton(page).click()
  await button(page, 'Pay 0.05 USDC').click()
  await expect(bought(page)).toBeFocused()
  expect([wallet.signatures(), await wallet.balance()]).toEqual([2, 950_000n])
})
