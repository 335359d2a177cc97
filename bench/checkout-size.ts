import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '@/development/checks/find-chromium'
import { startDemoProcess } from '@/development/demo/demo-process'

/**
 * JavaScript of an article page before a wallet is chosen, gzip. The page arrives without the framework, which follows
 * when the reader turns to a control; both are printed, and the page as it arrives is held against the budget.
 * With an origin as argument that site is measured, else a demo of its own.
 */
const BUDGET_KILOBYTES = 100
/** What @x402/paywall 2.x sends for its EVM and Solana checkout; it is not installed here. */
const REFERENCE_KILOBYTES = 631
const PATH = '/articles/signed-is-not-paid'

const [given] = process.argv.slice(2)
const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-size-'))
const demo = given === undefined ? await startDemoProcess(dataDir) : null
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
try {
  const page = await browser.newPage({ baseURL: given ?? demo?.origin })
  const sizes = countScripts(page)
  await page.goto(PATH, { waitUntil: 'networkidle' })
  const onArrival = await sizes()
  await page.getByRole('button', { name: 'Connect wallet' }).hover()
  await page.waitForFunction(() => document.documentElement.dataset.frameworkReady !== undefined)
  await page.waitForLoadState('networkidle')
  const atTheButton = await sizes()
  console.log(`JavaScript of ${PATH}, gzip`)
  console.log(`  to read it, and see the checkout     ${kilobytes(onArrival)} KB (budget ${BUDGET_KILOBYTES} KB)`)
  console.log(`  with the pointer on its button       ${kilobytes(atTheButton)} KB (the framework follows)`)
  console.log(`  reference paywall                     ${REFERENCE_KILOBYTES} KB (published figure)`)
  if (onArrival > BUDGET_KILOBYTES * 1000) process.exitCode = 1
} finally {
  await browser.close()
  await demo?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Sums the scripts that a page has fetched so far. Sizes are of our own compression, so that they compare. */
function countScripts(page: Page): () => Promise<number> {
  const scripts = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    scripts.set(
      response.url(),
      response.body().then((body) => gzipSync(body, { level: 9 }).byteLength),
    )
  })
  return async () => (await Promise.all(scripts.values())).reduce((sum, size) => sum + size, 0)
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(6)
}
