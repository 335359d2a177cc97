import { expect, type Page } from '@playwright/test'
import { button } from '../wallets/at-checkout'

/** Presses a button, does something in the form before its answer comes, and waits until that is taken in. */
export async function whileWaiting(page: Page, press: string, act: () => Promise<void>): Promise<void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/dashboard**', async (route) => {
    if (route.request().headers()['next-action']) await held
    await route.continue()
  })
  const asked = page.waitForRequest((each) => each.headers()['next-action'] !== undefined)
  await button(page, press).click()
  const answered = (await asked).response()
  await act()
  letGo()
  await answered
  await expect(button(page, press)).not.toHaveAttribute('aria-busy')
  await page.unroute('**/dashboard**')
}

/** Presses a button, types into a field before its answer comes, and finds the text there. */
export async function typeWhileWaiting(page: Page, press: string, field: string, text: string): Promise<void> {
  const control = page.getByLabel(field, { exact: true })
  await whileWaiting(page, press, () => control.fill(text))
  await expect(control).toHaveValue(text)
  await expect(control).toBeFocused()
}
