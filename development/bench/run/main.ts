import { generateClient } from '@/lib/site/commands/database/generate-client'

/**
 * The table of what a payment costs, ours beside the stock SDK, from one run. Writes development/bench/results/latest.{md,json}
 * when everything was measured. Run: npm run bench [-- --only paid,challenge --quick --past 1000000 --activity]
 */
await generateClient()
// Loaded now: it needs the database client, which a fresh clone has only since the line above.
const { runBench } = await import('./run-bench')
await runBench(process.argv.slice(2))
// A refused start must not wait for what a library left open.
process.exit()
