import type { Page } from '@playwright/test'

/** Unfolds the part of a route's form that has good defaults. */
export async function openMore(page: Page): Promise<void> {
  const more = page.locator('form details', { has: page.getByLabel('What buyers get') })
  if ((await more.getAttribute('open')) === null) await more.locator('summary').first().click()
}
