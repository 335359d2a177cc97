import { expect, type Page } from '@playwright/test'
import { button } from '../wallets/at-checkout'

/** Presses a button, types into a field before its answer comes, and finds the text there. */
export async function typeWhileWaiting(page: Page, press: string, field: string, text: string): Promise<void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/dashboard**', async (route) => {
    if (route.request().headers()['next-action']) await held
    await route.continue()
  })
  const asked = page.waitForRequest((each) => each.headers()['next-action'] !== undefined)
  await button(page, press).click()
  const answered = (await asked).response()
  await page.getByLabel(field, { exact: true }).fill(text)
  letGo()
  await answered
  await expect(button(page, press)).not.toHaveAttribute('aria-busy')
  await expect(page.getByLabel(field, { exact: true })).toHaveValue(text)
  await expect(page.getByLabel(field, { exact: true })).toBeFocused()
  await page.unroute('**/dashboard**')
}
