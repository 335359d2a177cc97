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

/**
 * The page as it stands, in both themes and at both widths. Colours do not depend on the width, nor does anything else
 * than colours on the theme. The window is as it was afterwards.
 */
export async function expectGood(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page, 'color-contrast')
  await expectToFit(page)
  if (before) await page.setViewportSize(before)
}

async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  if (/^\/dashboard(?!\/operator)/.test(new URL(page.url()).pathname)) expect(await smallTargets(page)).toEqual([])
}

/** Controls that a thumb would miss, with their heights; a box counts with its label, a whole row with its row. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, summary')].flatMap((control) => {
      const { height } = (
        control.closest(control.matches('.whole-row') ? 'tr, li' : 'label') ?? control
      ).getBoundingClientRect()
      return height === 0 || height >= 44 ? [] : [`${control.outerHTML.slice(0, 200)}: ${height}`]
    }),
  )
