import { expect, type Page } from '@playwright/test'
import { button, connectButton } from './at-checkout'

/** Presses the button that has a wallet sign, which is connected by then, or is the one of an earlier visit. */
export async function signAs(page: Page, label: string): Promise<void> {
  const [connect, sign] = [connectButton(page), button(page, label)]
  await expect(connect.or(sign)).toBeVisible()
  if (await connect.isVisible()) await connect.click()
  await sign.click()
}
