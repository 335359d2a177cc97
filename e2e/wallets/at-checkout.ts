import { expect, type Locator, type Page } from '@playwright/test'
import type { EvmTestWallet } from './evm-wallet'
import type { SolanaTestWallet } from './solana-wallet'

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** The button that connects a wallet; it names the one of an earlier visit, or the only one beside the demo's. */
export const connectButton = (within: Page | Locator): Locator =>
  within.getByRole('button', { name: /^(Connect (wallet|Test Wallet|Test Sol)|(Continue|Pay .+) (as|with) .+)$/ })

export const walletList = (page: Page): Locator => page.getByRole('group', { name: 'Choose your wallet' })

/** Chooses a network on the receipt, also before the page's scripts have arrived. */
export async function chooseNetwork(page: Page, name: RegExp): Promise<void> {
  const radio = page.getByRole('radio', { name })
  if (!(await radio.isVisible())) await page.getByText('change', { exact: true }).click()
  await radio.check()
}

/** The button that signs in with a connected wallet, in place of the receipt. */
export const signInButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Sign in as \S+: costs nothing$/ })

export const bought = (page: Page): Locator => page.getByRole('region', { name: 'What you bought' })

export const failure = (page: Page, title: string): Locator => page.getByRole('alert').filter({ hasText: title })

export const connectEvm = (page: Page, { name }: Pick<EvmTestWallet, 'name'>): Promise<void> => connect(page, name)

export const connectSolana = (page: Page, { name }: Pick<SolanaTestWallet, 'name'>): Promise<void> =>
  connect(page, name)

/** Connects through the site's button, and the list where there is a choice. */
async function connect(page: Page, name: string): Promise<void> {
  const start = connectButton(page).or(button(page, 'Use another wallet')).first()
  await start.hover()
  // Then every wallet has announced itself.
  await expect(page.locator('html')).toHaveAttribute('data-framework-ready')
  if (await button(page, 'Use another wallet').isVisible()) await button(page, 'Use another wallet').click()
  else await start.click()
  if (await walletList(page).isVisible())
    await walletList(page)
      .getByRole('button', { name: `Connect ${name}` })
      .click()
  await expect(walletList(page)).toBeHidden()
}

/** Presses the button that has a wallet sign, which is connected by then, or is the one of an earlier visit. */
export async function signAs(page: Page, label: string): Promise<void> {
  const [connect, sign] = [connectButton(page), button(page, label)]
  await expect(connect.or(sign)).toBeVisible()
  const isConnected = await sign.isVisible()
  const paysAtOnce = !isConnected && (await connect.textContent())?.startsWith(`${label} `)
  if (!isConnected) await connect.click()
  if (!paysAtOnce) await sign.click()
}

/** Pays with the wallet that is connected by then, or is the one of an earlier visit, and waits for the content. */
export async function payAs(page: Page, label: string): Promise<void> {
  await signAs(page, label)
  await expect(bought(page)).toBeFocused()
}

/** Connects that wallet, pays with it, and waits for the content. */
export async function payWith(page: Page, wallet: Pick<EvmTestWallet, 'name'>, label: string): Promise<void> {
  await connectEvm(page, wallet)
  await button(page, label).click()
  await expect(bought(page)).toBeFocused()
}
