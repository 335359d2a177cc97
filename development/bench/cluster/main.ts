import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runProcess } from '@/lib/base/infra/run-process'
import { audit } from '../soak/audit'
import { runBuyer } from '../soak/honest-buyers'
import type { PaymentRecord } from '../soak/payment-record'
import { openSoakWorld } from '../soak/soak-world'
import { untilDecided } from '../soak/until-decided'
import { createAnswerLog } from './answer-log'
import { runChannelBuyer } from './channel-buyer'
import { readPages } from './read-pages'
import { type Cluster, startCluster } from './start-cluster'

const EVM_BUYERS = 4
const SOLANA_BUYERS = 2
const BEFORE_MS = 20_000
const AFTER_MS = 60_000

/**
 * Three instances of the built site on a Patroni cluster of three. Buyers never stop while the primary is killed; then
 * chain, ledgers and the buyers' records are compared. Exits with 1 when anything differs, or a refusal lacks
 * Retry-After: `npm run bench -- cluster`, with `--asynchronous` for replication that no commit waits for.
 */
await runProcess(async () => {
  const { values } = parseArgs({ options: { asynchronous: { type: 'boolean', default: false } } })
  let cluster: Cluster | null = null
  const world = await openSoakWorld({
    instances: 3,
    openDatabase: async (folder) => (cluster = await startCluster(folder, !values.asynchronous)),
  }).catch(async (error: unknown) => {
    await cluster?.stop()
    throw error
  })
  try {
    if (cluster) await check(world, cluster)
  } finally {
    await world.close()
  }
})
process.exit()

async function check(world: Awaited<ReturnType<typeof openSoakWorld>>, cluster: Cluster): Promise<void> {
  const answers = createAnswerLog()
  world.seen = answers.add
  const records: PaymentRecord[] = []
  const stopping = new AbortController()
  const { signal } = stopping
  const buyers = Array.from({ length: EVM_BUYERS + SOLANA_BUYERS }, (_, index) =>
    runBuyer({ world, records, signal, meddle: async () => {} }, index < EVM_BUYERS ? 'evm' : 'svm'),
  )
  const channel = runChannelBuyer(world, signal)
  const reader = readPages(world, signal)
  await sleep(BEFORE_MS)
  console.log((await cluster.describe()).join('; '))
  answers.startCounting()
  const killed = await cluster.killPrimary()
  await sleep(AFTER_MS)
  console.log(`Killed ${killed}. ${(await cluster.describe()).join('; ')}`)
  await cluster.revive(killed)
  console.log(`Started ${killed} again. ${(await cluster.describe()).join('; ')}`)
  stopping.abort()
  await Promise.all(buyers)
  const calls = await channel
  await reader
  await untilDecided(world)
  const { findings, counts, lostOnTheWay } = await audit(world, { records, tried: [], kills: [] })
  const bought = records.filter(({ contents }) => contents.length > 0).length
  console.log(
    `${records.length} payments signed, ${bought} bought, ${lostOnTheWay} lost with a connection that the buyer cut`,
  )
  console.log(
    `${calls.contents} calls of a channel answered, ${calls.chargedAtomic} charged for ${calls.dueAtomic} due`,
  )
  console.table(counts)
  const { silent } = answers.report()
  for (const { kind, detail } of findings.slice(0, 40)) console.log(`${kind}: ${detail}`)
  console.log(
    `${findings.length} differences between chain, ledgers and buyers; ${silent} refusals without Retry-After`,
  )
  if (findings.length + silent > 0 || calls.chargedAtomic !== calls.dueAtomic) process.exitCode = 1
}
