import { loadavg } from 'node:os'
import { generateClient } from '@/development/database/generate-client'
import { runProcess } from '@/lib/base/infra/run-process'

/**
 * The highest rate at which the built site answers in time: 402 with p99 below 250 ms, payments with p99 below 1 s; its
 * behaviour above that, and its memory. Writes development/bench/results/load.{md,json}; exits with 1 if it breaks.
 * Run: npm run bench -- load
 */
const load = loadavg()[0]?.toFixed(1) ?? ''
await runProcess(async () => {
  await generateClient()
  // Loaded now: it needs the database client, which a fresh clone has only since the line above.
  const { runLoad } = await import('./run-load')
  await runLoad(load)
})
process.exit()
