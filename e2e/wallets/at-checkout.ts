import { expect, type Locator, type Page } from '@playwright/test'
import type { EvmTestWallet } from './evm-wallet'

/** The button of exactly that name. */
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** The button that connects a wallet; on a later visit it names the one of before. */
export const connectButton = (within: Page | Locator): Locator =>
  within.getByRole('button', { name: /^(Connect wallet|Continue as \S+)$/ })

/** Chooses a network on the receipt, also before the page's scripts have arrived. */
export async function chooseNetwork(page: Page, name: RegExp): Promise<void> {
  const radio = page.getByRole('radio', { name })
  if (!(await radio.isVisible())) await page.getByText('change', { exact: true }).click()
  await radio.check()
}

/** The button that signs in with a connected wallet, in place of the receipt. */
export const signInButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Sign in as \S+: costs nothing$/ })

/** The bought content, in place of the payment terms. */
export const bought = (page: Page): Locator => page.getByRole('region', { name: 'What you bought' })

/** The announced failure of that title. */
export const failure = (page: Page, title: string): Locator => page.getByRole('alert').filter({ hasText: title })

/** Connects through the site's button and RainbowKit's dialog. */
export async function connectEvm(page: Page, { name }: Pick<EvmTestWallet, 'name'>): Promise<void> {
  await connectButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}
