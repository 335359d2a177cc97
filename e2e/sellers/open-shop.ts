import { expect, type Page } from '@playwright/test'
import type { Hex } from 'viem'
import { button, connectEvm } from '../wallets/at-checkout'
import { type EvmTestWallet, injectEvmWallet } from '../wallets/evm-wallet'
import { confirmChange } from './confirm-change'

type Opening = {
  handle: string
  /** By default the seller's own wallet. */
  payTo?: string
  key?: Hex
  /** Of the wallet's network, where the environment does not say it. */
  rpcUrl?: string
  /** Looks at each of its pages, for a test that is about them. */
  look?: (page: Page) => Promise<void>
}

/** From nothing to a shop with a confirmed payout address; ends at its routes. Returns the wallet that opened it. */
export async function openShop(page: Page, { handle, payTo, key, rpcUrl, look }: Opening): Promise<EvmTestWallet> {
  const wallet = await injectEvmWallet(page, { ...(key && { key }), ...(rpcUrl && { rpcUrl }) })
  await page.goto('/dashboard')
  await connectEvm(page, wallet)
  await button(page, 'Sign in with wallet').click()
  await page.getByLabel('Name of the shop').fill('A shop')
  await page.getByLabel('Name in the address').fill(handle)
  await look?.(page)
  await button(page, 'Open the shop').click()
  await page.getByLabel('Address that gets the money').fill(payTo ?? wallet.address)
  await page.getByLabel('This is my address, letter by letter').check()
  await button(page, 'Confirm this address').click()
  await confirmChange(page)
  await expect(page.getByRole('table', { name: 'Confirmed addresses' })).toContainText('Base Sepolia')
  await look?.(page)
  await page.getByRole('link', { name: 'Routes', exact: true }).click()
  return wallet
}
