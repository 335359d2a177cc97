import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails on anything that axe calls serious or critical, and names the elements; or by one of its rules only. */
export async function expectAccessible(page: Page, rule?: 'color-contrast'): Promise<void> {
  // A page that was just built again gets its title last.
  await expect(page).toHaveTitle(/\S/)
  // What passes is not described, which is most of the work.
  const options = { resultTypes: ['violations'], ...(rule && { runOnly: [rule] }) }
  // In one go: a page that is read again in between has lost it.
  const load = `if (!('axe' in window)) { ${source} }`
  const { violations } = await page.evaluate<AxeResults>(`${load}; axe.run(document, ${JSON.stringify(options)})`)
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
