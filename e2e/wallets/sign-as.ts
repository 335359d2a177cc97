import { expect, type Page } from '@playwright/test'
import { button, connectButton } from './at-checkout'

/** Presses the button that has a wallet sign. A wallet that the site has met is connected without a click, or by its name. */
export async function signAs(page: Page, label: string, walletName = 'nobody'): Promise<void> {
  const [connect, choose, sign] = [connectButton(page), button(page, `Connect ${walletName}`), button(page, label)]
  await expect(connect.or(choose).or(sign)).toBeVisible()
  if (await connect.isVisible()) await connect.click()
  await expect(choose.or(sign)).toBeVisible()
  if (await choose.isVisible()) await choose.click()
  await sign.click()
}
