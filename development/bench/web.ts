import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { findChromium } from '../checks/find-chromium'
import { startDemoProcess } from '../demo/demo-process'
import { findFreePort } from '../free-port'
import { bazaarPaths } from './bazaar-paths'
import { openLibrarySession } from './library-session'

/**
 * The size of the pages and Lighthouse's scores, on the demo: `npm run bench -- web`. Exits with 1 when a page misses
 * its budget. `BENCH_ORIGIN` measures a site that runs already. An argument such as `/bazaar` selects the pages that
 * start with it.
 */
const ARTICLE_PAGE = '/articles/turnpikes'
const pages = ['/', '/articles', ARTICLE_PAGE, '/library', '/facilitator', '/bazaar', '/bazaar?query=weather']
const budgets = { scriptKilobytes: 100, performance: 95, accessibility: 100, bestPractices: 95 }
/** The reference paywall of the SDK, gzip, for comparison; it is a single inline page. */
const REFERENCE_PAYWALL_KILOBYTES = 631

const misses: string[] = []
const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
const demo = process.env.BENCH_ORIGIN ? null : await startDemoProcess(dataDir)
const origin = process.env.BENCH_ORIGIN ?? demo?.origin ?? ''
const port = await findFreePort()
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
})
try {
  const kilobytes = await weighScripts(`${origin}${ARTICLE_PAGE}`)
  console.log(`Scripts of an article before a control is used, gzip`)
  console.log(`  here               ${kilobytes.toFixed(1).padStart(6)} KB (budget ${budgets.scriptKilobytes})`)
  console.log(`  reference paywall  ${REFERENCE_PAYWALL_KILOBYTES.toFixed(1).padStart(6)} KB`)
  if (kilobytes > budgets.scriptKilobytes) misses.push('scripts')

  const cookie = await openLibrarySession(origin)
  console.log('\nLighthouse                        performance  accessibility  best practices')
  const [prefix = '/'] = process.argv.slice(2)
  for (const page of [...pages, ...(await bazaarPaths(origin))].filter((path) => path.startsWith(prefix))) {
    for (const form of ['mobile', 'desktop'] as const) await judge(page, form, page === '/library' ? cookie : null)
  }
} finally {
  await browser.close()
  await demo?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
if (misses.length > 0) console.log(`\nOver budget: ${misses.join(', ')}`)
process.exitCode = misses.length > 0 ? 1 : 0

async function weighScripts(url: string): Promise<number> {
  const page = await browser.newPage()
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const bytes = (await Promise.all(scripts)).reduce((sum, script) => sum + gzipSync(script).length, 0)
  await page.close()
  return bytes / 1000
}

async function judge(page: string, form: 'mobile' | 'desktop', cookie: string | null): Promise<void> {
  const onlyCategories = ['performance', 'accessibility', 'best-practices']
  const flags = { port, onlyCategories, ...(cookie && { extraHeaders: { Cookie: cookie } }) }
  const result = await lighthouse(`${origin}${page}`, flags, form === 'desktop' ? desktopConfig : undefined)
  if (!result) throw new Error(`Lighthouse gave no result for ${page}.`)
  const { performance, accessibility, 'best-practices': bestPractices } = result.lhr.categories
  const scores = [performance, accessibility, bestPractices].map((category) => Math.round((category?.score ?? 0) * 100))
  const wanted = [budgets.performance, budgets.accessibility, budgets.bestPractices]
  const columns = scores.map((score, index) => String(score).padStart([13, 15, 16][index] ?? 0)).join('')
  console.log(`  ${page.slice(0, 22).padEnd(22)} ${form.padEnd(8)}${columns}`)
  if (scores.every((score, index) => score >= (wanted[index] ?? 0))) return
  misses.push(`${page} ${form}`)
  for (const audit of Object.values(result.lhr.audits)) {
    if (audit.score !== null && audit.score < 0.9)
      console.log(`      ${audit.id} ${audit.displayValue ?? ''}`.trimEnd())
  }
}
