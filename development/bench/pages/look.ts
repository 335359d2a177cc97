import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, ConsoleMessage } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import type { Visit } from './visits'

export type Theme = 'light' | 'dark'
export const themes: Theme[] = ['light', 'dark']
const widths = [390, 1280]
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Looked = {
  browser: Browser
  origin: string
  visit: Visit
  cookie: string
  theme: Theme
  language: string
  pictures?: string
}

/**
 * Axe's findings on a page in a theme, of any impact, at both widths; sideways scrolling there; and errors that its
 * scripts throw or print, such as a missing translation. Each finding names its width. Leaves a screenshot per width in
 * the folder `pictures`.
 */
export async function look({ browser, origin, visit, cookie, theme, language, pictures }: Looked): Promise<string[]> {
  const findings: string[] = []
  for (const width of widths) {
    const viewport = { width, height: 900 }
    const cookies = `${cookie}; theme=${theme}; language=${language}`
    const page = await browser.newPage({ viewport, extraHTTPHeaders: { Cookie: cookies } })
    page.on('pageerror', (error) => findings.push(`${width}: ${error.message}`))
    page.on('console', (line) => isFault(line) && findings.push(`${width}: ${line.text()}`))
    await page.goto(`${origin}${visit.path}`, { waitUntil: 'networkidle' })
    await page.evaluate(axe)
    const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })")
    for (const { id, nodes } of violations)
      findings.push(`${width}: ${id} (${nodes.map(({ target }) => target).join(', ')})`)
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
      findings.push(`${width}: scrolls sideways`)
    if (pictures) {
      const file = `${visit.name.replaceAll(/[^A-Za-z]+/g, '-').toLowerCase()}-${width}-${theme}.png`
      await page.screenshot({ path: join(pictures, file), fullPage: true })
    }
    await page.close()
  }
  return findings
}

/** Browsers print an expected 402 or 404 as an error too. */
const isFault = (line: ConsoleMessage): boolean =>
  line.type() === 'error' && !line.text().startsWith('Failed to load resource')
