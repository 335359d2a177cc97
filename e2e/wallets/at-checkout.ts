import { expect, type Locator, type Page } from '@playwright/test'

/** It is in the page: see evm-wallet.ts and solana-wallet.ts. */
type NamedWallet = { name: string }

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** The button that connects a wallet; it names the one of an earlier visit, or the only one beside the demo's. */
export const connectButton = (within: Page | Locator): Locator =>
  within.getByRole('button', {
    name: /^(Connect (wallet|Test Wallet|Test Sol)|Sign in with (?!the demo).+|(Continue|Pay .+) (as|with) .+)$/,
  })

export const walletList = (page: Page): Locator => page.getByRole('group', { name: 'Choose your wallet' })

/** Chooses a network on the receipt, also before the page's scripts have arrived. */
export async function chooseNetwork(page: Page, name: RegExp): Promise<void> {
  const [radio, change] = [page.getByRole('radio', { name }), page.getByText('change', { exact: true })]
  await expect(change).toBeVisible()
  if (!(await radio.isVisible())) await change.click()
  await radio.check()
}

/** The button that signs in with a connected wallet, in place of the receipt. */
export const signInButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Sign in as \S+: costs nothing$/ })

export const bought = (page: Page): Locator => page.getByRole('region', { name: 'What you bought' })

export const failure = (page: Page, title: string): Locator => page.getByRole('alert').filter({ hasText: title })

/** Connects through the site's button, and the list where there is a choice. */
export async function connect(page: Page, { name }: NamedWallet): Promise<void> {
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
  const [start, sign] = [connectButton(page), button(page, label)]
  await expect(start.or(sign)).toBeVisible()
  const isConnected = await sign.isVisible()
  const paysAtOnce = !isConnected && (await start.textContent())?.startsWith(`${label} `)
  if (!isConnected) await start.click()
  if (!paysAtOnce) await sign.click()
}

/** Pays with the wallet that is connected by then, or is the one of an earlier visit, and waits for the content. */
export async function payAs(page: Page, label: string): Promise<void> {
  await signAs(page, label)
  await expect(bought(page)).toBeFocused()
}

/** Connects that wallet, pays with it, and waits for the content. */
export async function payWith(page: Page, wallet: NamedWallet, label: string): Promise<void> {
  await connect(page, wallet)
  await button(page, label).click()
  await expect(bought(page)).toBeFocused()
}
