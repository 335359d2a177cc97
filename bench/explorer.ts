import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDemoProcess } from '@/development/demo/demo-process'
import { openDatabase } from '@/lib/infra/database'
import { printLoad, runLoad } from './facilitator/run-load'
import { fillCatalog } from './fill-catalog'

/**
 * Time until the whole page of a search has come, with 50,000 entries in the demo's catalog:
 * `node --import tsx bench/explorer.ts`. Ends with 1 above the budget. `--keep` leaves the demo running and names it,
 * for other measurements of the same pages.
 */
const SIZE = 50_000
const BUDGET_MS = 200
const IN_FLIGHT = 2

const narrowings = ['', '&type=http', '&network=eip155%3A8453', '&sort=price', '&maxUsdPrice=0.01&health=live']
const lists = [
  '/bazaar',
  '/bazaar?type=mcp',
  '/bazaar?sort=price',
  '/bazaar?sort=used&health=live',
  '/bazaar?network=solana%3A*&maxUsdPrice=0.01',
  '/bazaar?tags=data&scheme=exact',
  '/bazaar?offset=5000',
]

const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-bench-explorer-'))
const demo = await startDemoProcess(dataDir)
try {
  const database = openDatabase(demo.databaseUrl)
  await fillCatalog(database, SIZE)
  await database.$disconnect()
  const searches = (await judgedQueries()).map(
    (query, index) => `/bazaar?query=${encodeURIComponent(query)}${narrowings[index % narrowings.length]}`,
  )
  await runLoad(searches.slice(0, 40).map(load), IN_FLIGHT)
  const searched = await runLoad(searches.map(load), IN_FLIGHT)
  printLoad(`search pages, ${searches.length} different ones`, searched)
  const listed = await runLoad(
    Array.from({ length: 20 }, () => lists)
      .flat()
      .map(load),
    IN_FLIGHT,
  )
  printLoad('list pages', listed)
  const isWithin = [searched, listed].every(({ p95Ms, failures }) => p95Ms <= BUDGET_MS && failures === 0)
  console.log(`${isWithin ? 'within' : 'OVER'} the budget of ${BUDGET_MS} ms at p95, ${IN_FLIGHT} at a time`)
  if (!isWithin) process.exitCode = 1
  if (process.argv.includes('--keep')) {
    console.log(`The demo stays at ${demo.origin} until Ctrl-C.`)
    await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve))
  }
} finally {
  await demo.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit()

async function judgedQueries(): Promise<string[]> {
  const lines = (await readFile('prisma/seed/catalog/judged-searches.jsonl', 'utf8')).trim().split('\n')
  return lines.map((line) => (JSON.parse(line) as { query: string }).query)
}

function load(path: string) {
  return async () => {
    const response = await fetch(`${demo.origin}${path}`, { headers: { accept: 'text/html' } })
    return (await response.text()).includes('</html>') && response.ok
  }
}
