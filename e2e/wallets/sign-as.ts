import { expect, type Page } from '@playwright/test'
import { button } from './at-checkout'

/** Presses the button that has a wallet sign. A wallet that the site has met is connected by itself, or by its name. */
export async function signAs(page: Page, label: string, walletName = 'nobody'): Promise<void> {
  const [connect, choose, sign] = ['Connect wallet', `Connect ${walletName}`, label].map((name) => button(page, name))
  if (!connect || !choose || !sign) throw new Error('Expected three buttons.')
  await expect(connect.or(choose).or(sign)).toBeVisible()
  if (await connect.isVisible()) await connect.click()
  await expect(choose.or(sign)).toBeVisible()
  if (await choose.isVisible()) await choose.click()
  await sign.click()
}
