import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCleanups, describeRun, endOnSignals } from '../run/bench'
import { type AttackOptions, attacks, meddleWith, spendElsewhere, type Tally } from './attackers'
import { audit } from './audit'
import type { Finding } from './audit-contents'
import { runBuyer } from './honest-buyers'
import type { PaymentRecord } from './payment-record'
import type { SoakAnswer } from './soak-client'
import { crashInTurn, type Kill, openSoakWorld, partsOf, type SoakWorld, untilDecided } from './soak-world'
import { hasFailed, notBoughtOf, type SoakRun, tellSoak, timesOf, writeSoak } from './write-soak'

const EVM_BUYERS = 4
const SOLANA_BUYERS = 2
const SEEN_KEPT = 2_000

export type SoakOptions = { minutes: number; killSeconds: number; load: string }

/** Runs the traffic for that time, waits until open payments have ended, audits it and writes the results. */
export async function runSoak(options: SoakOptions): Promise<void> {
  const cleanups = createCleanups()
  const release = endOnSignals(cleanups)
  try {
    const world = await openSoakWorld()
    cleanups.add(world.close)
    const faults = collectFaults(world)
    const records: PaymentRecord[] = []
    const { kills, tried, ...traffic } = await runTraffic(world, records, options)
    await untilDecided(world)
    const { findings, counts, lostOnTheWay, givenAgain } = await audit(world, { records, tried, kills })
    findings.push(...faults())
    const { date, machine, node, postgres } = describeRun({ rounds: 1 })
    const run: SoakRun = {
      date,
      machine,
      node,
      postgres,
      load: options.load,
      kills: countByName(kills),
      ...traffic,
      signed: records.length,
      bought: records.filter(({ contents }) => contents.length > 0).length,
      times: timesOf(records),
      notBought: notBoughtOf(records),
      lostOnTheWay,
      givenAgain,
      states: counts,
      findings,
    }
    console.log(tellSoak(run))
    writeSoak(run)
    if (hasFailed(run)) process.exitCode = 1
  } finally {
    await cleanups.run()
    release()
  }
}

const countByName = (kills: Kill[]): Record<string, number> =>
  kills.reduce<Record<string, number>>((counts, { name }) => ({ ...counts, [name]: (counts[name] ?? 0) + 1 }), {})

/** Everybody at once; the attackers and the kills end first, so that honest buyers get a final answer. */
async function runTraffic(world: SoakWorld, records: PaymentRecord[], { minutes, killSeconds }: SoakOptions) {
  const tally: Tally = {}
  const seen: AttackOptions['seen'] = []
  const tried: PaymentRecord[] = []
  const elsewhere: PaymentRecord[] = []
  const stopping = new AbortController()
  const buying = new AbortController()
  const options: AttackOptions = { world, signal: stopping.signal, tally, seen, tried }
  const meddle = meddleWith(options)
  const startedAt = performance.now()
  const buyers = Array.from({ length: EVM_BUYERS + SOLANA_BUYERS }, (_, index) =>
    runBuyer(
      {
        world,
        records,
        signal: buying.signal,
        // Every second payment of each buyer is interfered with.
        meddle: async (payment) => {
          if (seen.push(payment) > SEEN_KEPT) seen.shift()
          if (records.length % 2 === 0) await meddle(payment)
        },
      },
      index < EVM_BUYERS ? 'evm' : 'svm',
    ),
  )
  const attacking = [...Object.values(attacks).map((attack) => attack(options)), spendElsewhere(options, elsewhere)]
  const crashing = crashInTurn(partsOf(world), killSeconds * 1_000, stopping.signal)
  // Any failure ends the run, and the world with it.
  await Promise.race([sleep(minutes * 60_000), Promise.all([...buyers, ...attacking, crashing])])
  stopping.abort()
  await Promise.all(attacking)
  const kills = await crashing
  buying.abort()
  await Promise.all(buyers)
  return {
    kills,
    tried,
    seconds: (performance.now() - startedAt) / 1_000,
    attacks: tally,
    settledElsewhere: {
      payments: elsewhere.length,
      opened: elsewhere.filter(({ contents }) => contents.length > 0).length,
    },
  }
}

/**
 * Collects the 5xx answers, except 503, that the clients of this world get from now on: there must be none, whatever is
 * killed. Returns a function that gives them as findings, each with the instances' log of its request.
 */
function collectFaults(world: SoakWorld): () => Finding[] {
  const faults: SoakAnswer[] = []
  world.seen = (answer) => {
    if (answer.status >= 500 && answer.status !== 503) faults.push(answer)
  }
  return () => {
    const lines = faults.length > 0 ? logLinesOf(world) : []
    return faults.map(({ status, headers, text }) => {
      const id = headers['x-request-id']
      const logged = lines.filter((line) => id && line.includes(id))
      return { kind: `answered ${status}`, detail: [text.slice(0, 500), ...logged].join('\n') }
    })
  }
}

const logLinesOf = ({ folder }: SoakWorld): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('site-'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
