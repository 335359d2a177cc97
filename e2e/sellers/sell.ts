import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { button } from '../wallets/at-checkout'
import { openMore } from './open-more'

/** A handle that no other test has. */
export const newHandle = (word: string): string => `${word}-${randomBytes(4).toString('hex')}`

/** Sells a text in Markdown; ends at its route. */
export async function sellArticle(
  page: Page,
  {
    title,
    path,
    teaser,
    text,
    dollars,
  }: { title: string; path: string; teaser?: string; text: string; dollars: string },
): Promise<void> {
  await page.goto('/dashboard/routes/new?kind=article')
  await page.getByLabel('Title').fill(title)
  await openMore(page)
  await page.getByLabel('Path', { exact: true }).fill(path)
  const whole = teaser === undefined ? text : `${teaser}\n\n<!-- more -->\n\n${text}`
  await page.getByLabel('Text, in Markdown').fill(whole)
  await page.getByLabel('Price, in dollars').fill(dollars)
  await button(page, 'Save and sell').click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
}
