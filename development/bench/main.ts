import { generateClient } from '@/development/database/generate-client'
import { runProcess } from '@/lib/base/infra/process'

/**
 * Measurements by name; without one, what a payment costs beside the stock SDK.
 * npm run bench [-- --only paid,challenge --quick --rounds 3]
 * npm run bench -- attacks [--only S-3,S-8]
 * npm run bench -- soak [--minutes 10 --kill 20]
 * npm run bench -- search
 * npm run bench -- search-scale [50000 1000000]
 */
const [, , name = '', ...rest] = process.argv
await runProcess(async () => {
  generateClient()
  // Loaded now: they need the database client, which a fresh clone has only since the line above.
  if (name === 'attacks') return (await import('./attacks/try-attacks')).tryAttacks(rest)
  if (name === 'soak') return (await import('./soak/run-soak')).runSoak(rest)
  if (name === 'search') return (await import('./search')).gradeSearch()
  if (name === 'search-scale') return (await import('./search-scale')).measureSearch(rest)
  return (await import('./run/run-bench')).runBench(process.argv.slice(2))
})
// A refused start must not wait for handles that a library left open.
process.exit()
