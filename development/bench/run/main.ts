import { generateClient } from '@/development/database/generate-client'

/**
 * The table of a payment's costs, ours beside the stock SDK, from one run. A whole run writes
 * development/bench/results/latest.{md,json}. Run: npm run bench [-- --only paid,challenge --quick]
 */
await generateClient()
// Loaded now: it needs the database client, which a fresh clone has only since the line above.
const { runBench } = await import('./run-bench')
await runBench(process.argv.slice(2))
// A refused start must not wait for handles that a library left open.
process.exit()
