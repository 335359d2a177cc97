import type { Page } from '@playwright/test'
import { button } from '../wallets/at-checkout'
import { confirmChange } from './confirm-change'

/** Makes a key on its page, named "A program", and returns the secret, which is shown this once. */
export async function makeKey(page: Page, rights: string[]): Promise<string> {
  await page.getByRole('link', { name: 'Developers', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('A program')
  for (const right of rights) await page.getByLabel(right).check()
  await button(page, 'Make the key').click()
  await confirmChange(page)
  return (await page.locator('code', { hasText: 'tps_' }).textContent()) ?? ''
}
