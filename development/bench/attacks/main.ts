import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { generateClient } from '@/development/database/generate-client'
import { runProcess } from '@/lib/base/infra/run-process'

/**
 * Tries every attack on surfaces that both servers have, on a stock server and on ours, side by side on the same
 * chains, and writes development/bench/results/attacks.{md,json}. Exits with 1 when something leaked here, or was not
 * measured.
 * Run: npm run bench -- attacks [--only S-3,S-8]
 */
await runProcess(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
  await generateClient()
  // Loaded now: it needs the database client, which a fresh clone has only since the line above.
  const { tryAttacks } = await import('./try-attacks')
  const installed = readFileSync('node_modules/@x402/express/package.json', 'utf8')
  const { version } = JSON.parse(installed) as { version: string } // Every package has one.
  const only = values.only.split(',').filter((id) => id !== '')
  await tryAttacks({ only, sdk: version, load: loadavg()[0]?.toFixed(1) ?? '' })
})
process.exit()
