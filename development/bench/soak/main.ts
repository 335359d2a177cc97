import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { generateClient } from '@/development/database/generate-client'
import { runProcess } from '@/lib/base/infra/run-process'

/**
 * Buyers and attackers on two instances of the built site; instances, database and chain are killed in turn. Then
 * chain, ledgers, entitlements, receipts and the buyers' records are compared to the unit. Writes development/bench/results/soak.{md,json}; exits with 1 when anything
 * differs. Run: npm run bench -- soak [--minutes 10 --kill 20]
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, kill: { type: 'string', default: '20' } },
})
const load = loadavg()[0]?.toFixed(1) ?? ''
await runProcess(async () => {
  await generateClient()
  // Loaded now: it needs the database client, which a fresh clone has only since the line above.
  const { runSoak } = await import('./run-soak')
  await runSoak({ minutes: Number(values.minutes), killSeconds: Number(values.kill), load })
})
process.exit()
