import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { button } from '../wallets/at-checkout'

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
  await page.getByLabel('Path', { exact: true }).fill(path)
  if (teaser !== undefined) await page.getByLabel('Teaser').fill(teaser)
  await page.getByLabel('Text, in Markdown').fill(text)
  await page.getByLabel('Price, in dollars').fill(dollars)
  await button(page, 'Save and sell').click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
}

export type FileForSale = { name: string; mimeType: string; buffer: Buffer }

/** Sells a file that opens for good to whoever has paid; ends at its route. */
export async function sellFile(
  page: Page,
  { title, path, file, dollars }: { title: string; path: string; file: FileForSale; dollars: string },
): Promise<void> {
  await page.goto('/dashboard/routes/new?kind=file')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Path', { exact: true }).fill(path)
  await page.getByLabel('Price, in dollars').fill(dollars)
  await page.getByLabel('One payment opens it').selectOption('kept')
  await button(page, 'Save, then upload the file').click()
  await page.getByLabel('Choose a file of up to 100 MB').setInputFiles(file)
  await button(page, 'Upload').click()
  await expect(page.getByText('Uploaded.')).toBeVisible()
  await button(page, 'Start selling').click()
  await expect(button(page, 'Pause')).toBeVisible()
}
