import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { tableOf } from '@/development/markdown-table'
import { withCleanups, writeResults } from '../measure'
import { audit } from './audit'
import type { AuditFinding } from './audit-contents'
import { runBuyer } from './honest-buyers'
import type { PaymentRecord } from './payment-record'
import type { SoakAnswer } from './soak-client'
import { crashInTurn, openSoakWorld, type SoakWorld, untilDecided } from './soak-world'

const EVM_BUYERS = 4
const SOLANA_BUYERS = 2

/**
 * Buyers on two instances of the built site; instances, database and chain are killed in turn. Then chain, ledgers,
 * entitlements, receipts and the buyers' records are compared to the unit. Exits with 1 when anything differs.
 */
export async function runSoak(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string', default: '10' }, kill: { type: 'string', default: '20' } },
  })
  await withCleanups(async (onEnd) => {
    const world: SoakWorld = await openSoakWorld(onEnd)
    const faults = collectFaults(world)
    const startedAt = performance.now()
    const { kills, records } = await runTraffic(world, Number(values.minutes), Number(values.kill))
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    await untilDecided(world)
    const { findings, ...result } = await audit(world, { records, kills })
    findings.push(...faults())
    const killed = countBy(kills, ({ name }) => `SIGKILL of ${name}`)
    const run = { seconds, killed, ...summaryOf(records), ...result, findings }
    const text = tellSoak(run)
    console.log(text)
    writeResults('soak', ABOUT, text, run)
    if (findings.length > 0) process.exitCode = 1
  })
}

function countBy<T>(items: readonly T[], nameOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of items.map(nameOf)) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** Everybody at once; the kills end first, so that buyers get a final answer. */
async function runTraffic(world: SoakWorld, minutes: number, killSeconds: number) {
  const records: PaymentRecord[] = []
  const stopping = new AbortController()
  const buying = new AbortController()
  const buyers = Array.from({ length: EVM_BUYERS + SOLANA_BUYERS }, (_, index) =>
    runBuyer({ world, records, signal: buying.signal }, index < EVM_BUYERS ? 'evm' : 'svm'),
  )
  const crashing = crashInTurn(world, killSeconds * 1_000, stopping.signal)
  // Any failure ends the run, and the world with it.
  await Promise.race([sleep(minutes * 60_000), Promise.all([...buyers, crashing])])
  stopping.abort()
  const kills = await crashing
  buying.abort()
  await Promise.all(buyers)
  return { kills, records }
}

/**
 * Collects the 5xx answers, except 503, that the clients of this world get from now on: there must be none, whatever is
 * killed. Returns a function that gives them as findings, each with the instances' log of its request.
 */
function collectFaults(world: SoakWorld): () => AuditFinding[] {
  const faults: SoakAnswer[] = []
  world.seen = (answer) => {
    if (answer.status >= 500 && answer.status !== 503) faults.push(answer)
  }
  return () => {
    const logs = readdirSync(world.folder).filter((name) => name.startsWith('site-') && faults.length > 0)
    const lines = logs.flatMap((name) => readFileSync(join(world.folder, name), 'utf8').split('\n'))
    return faults.map(({ status, headers, text }) => {
      const id = headers['x-request-id']
      const logged = lines.filter((line) => id && line.includes(id))
      return { kind: `answered ${status}`, detail: [text.slice(0, 500), ...logged].join('\n') }
    })
  }
}

/** How many were bought, how long that took from the first request, and why the others got no content. */
function summaryOf(records: readonly PaymentRecord[]) {
  const bought = records.filter(({ contents }) => contents.length > 0)
  const times = bought.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  const others = records.filter(({ contents }) => contents.length === 0)
  return {
    signed: records.length,
    bought: bought.length,
    times: { median: at(0.5), p95: at(0.95), p99: at(0.99) },
    notBought: countBy(others, ({ path, lastWord }) => `not bought: ${path}: ${lastWord}`),
  }
}

type SoakRun = { seconds: number; killed: Record<string, number> } & ReturnType<typeof summaryOf> &
  Awaited<ReturnType<typeof audit>>

const SHOWN = 40

function tellSoak(run: SoakRun): string {
  const { times, findings } = run
  const shown = findings.slice(0, SHOWN).map(({ kind, detail }) => `- ${kind}: ${detail}`)
  const facts = {
    ...run.killed,
    'payments signed': run.signed,
    bought: run.bought,
    ...run.notBought,
    'from first request to content: median, p95, p99, in ms': `${times.median}, ${times.p95}, ${times.p99}`,
    "delivered by the ledger's word, lost with a connection that was cut": run.lostOnTheWay,
    'given once more to its payer: its instance was killed within a second of sending it, one of a kill at the most':
      run.givenAgain,
  }
  return [
    `**${findings.length} differences** between chain, ledgers, entitlements, receipts and what buyers saw.`,
    ...shown,
    tableOf([`${run.seconds} seconds`, ''], Object.entries(facts)),
    tableOf(['State at the end', ''], Object.entries(run.counts)),
  ].join('\n\n')
}

const ABOUT = `# Killed in turn, and audited

Written by \`npm run bench -- soak\`: two instances of the built site, bought from while instances, database and chain are killed in turn; then everything is held against everything, to the unit.`
