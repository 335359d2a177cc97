import { expect, type Page } from '@playwright/test'
import { button, signAs } from '../wallets/at-checkout'

/** Has the connected wallet sign what a form is about to change. */
export const confirmChange = (page: Page): Promise<void> => signAs(page, 'Confirm with your wallet')

export const expectSaved = (page: Page): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible()

/** Unfolds the part of a route's form that has good defaults. */
export async function openMore(page: Page): Promise<void> {
  const more = page.locator('form details', { has: page.getByLabel('What buyers get') })
  if ((await more.getAttribute('open')) === null) await more.locator('summary').first().click()
}

/** Presses a button, types into a field before its answer comes, and finds the text there when it is taken in. */
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
  const control = page.getByLabel(field, { exact: true })
  await control.fill(text)
  letGo()
  await answered
  await expect(button(page, press)).not.toHaveAttribute('aria-busy')
  await page.unroute('**/dashboard**')
  await expect(control).toHaveValue(text)
  await expect(control).toBeFocused()
}
