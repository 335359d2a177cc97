import { buildSite } from '@/development/demo/build-site'
import { createCleanups } from '../run/cleanups'
import { endOnSignals } from '../run/end-on-signals'
import { openBuyers, paymentHeaders, signPayments } from '../run/measure/payments'
import { type Memory, readMemory } from '../run/measure/read-memory'
import { describeRun } from '../run/run'
import { startOurSite } from '../run/world/start-our-site'
import { findHighestRate } from './find-highest-rate'
import { type LoadOptions, openLoad, type Step } from './open-load'
import { type LoadRun, tellLoad, writeLoad } from './write-load'

const CHALLENGE = { startRate: 100, status: 402, limitMs: 250, seconds: 5 }
const PAID = { startRate: 30, status: 200, limitMs: 1_000, seconds: 5 }
const BUYERS = 40
/** Multiples of the highest rate: the client itself cannot send more than three times as many challenges. */
const ABOVE = { challenges: 3, payments: 8 }
/** Short enough that the client's timeout does not end the last requests. */
const ABOVE_SECONDS = 3
/** Per caller: about as many in all as there are requests, so that these wait at the site and not for a connection. */
const ABOVE_CONNECTIONS = 150
const STEADY_SECONDS = 10
const STEADY_ROUNDS = 4
/** The site's heap limit; a site that keeps more dies. Without it, V8 collects late on machines with much memory. */
const HEAP_MEGABYTES = 384

type Options = Partial<Omit<LoadOptions, 'rate'>>

/** Measures a site that it starts and ends, prints the results and writes them down. */
export async function runLoad(load: string): Promise<void> {
  const cleanups = createCleanups()
  const release = endOnSignals(cleanups)
  try {
    await buildSite()
    const site = await startOurSite({ onEnd: cleanups.add }, { NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}` })
    const memory: Record<string, Memory> = {}
    const note = (when: string) => (memory[when] = readMemory(site.pid))
    const ask = (rate: number, { seconds = CHALLENGE.seconds, ...more }: Options = {}) =>
      openLoad(site.url, { rate, seconds, ...more }, () => ({}))
    const buyers = await openBuyers(site, BUYERS)
    const pay = async (rate: number, { seconds = PAID.seconds, ...more }: Options = {}): Promise<Step> => {
      const headers = (await signPayments(site, buyers, Math.round(rate * seconds))).map(paymentHeaders)
      return openLoad(site.url, { rate, seconds, ...more }, () => headers.pop() ?? {})
    }
    await ask(100)
    await pay(10)
    note('after the first requests')
    console.log('402:')
    const challenges = await findHighestRate({ ...CHALLENGE, measure: (rate) => ask(rate) })
    console.log('paid:')
    const payments = await findHighestRate({ ...PAID, measure: (rate) => pay(rate) })
    note('after the search for the highest rates')
    const crowd = { seconds: ABOVE_SECONDS, connections: ABOVE_CONNECTIONS, areOpen: true }
    const paidAbove = ABOVE.payments * (payments.highest?.rate ?? PAID.startRate)
    const above = {
      challenges: await ask(ABOVE.challenges * (challenges.highest?.rate ?? CHALLENGE.startRate), crowd),
      payments: await pay(paidAbove, crowd),
    }
    const unconnected = await pay(paidAbove, { ...crowd, areOpen: false })
    note('after many times as much')
    // The same again and again: memory that grows each time is leaked.
    const steady = Math.round((challenges.highest?.rate ?? CHALLENGE.startRate) / 2)
    for (let round = 1; round <= STEADY_ROUNDS; round += 1) {
      await ask(steady, { seconds: STEADY_SECONDS })
      note(`after ${round * STEADY_SECONDS} s of ${steady} challenges a second`)
    }
    const { date, machine, node, postgres } = describeRun({ rounds: 1, past: 0 })
    const run: LoadRun = {
      date,
      machine,
      node,
      postgres,
      load,
      heapMegabytes: HEAP_MEGABYTES,
      challenges,
      payments,
      above,
      unconnected,
      memory,
    }
    console.log(tellLoad(run))
    writeLoad(run)
    if ([above.challenges, above.payments].some(hasFallenOver)) process.exitCode = 1
  } finally {
    await cleanups.run()
    release()
  }
}

/** Above its rate a site may be slow, or refuse with Retry-After; it may not break connections or fail. */
const hasFallenOver = ({ statuses, silentRefusals }: Step): boolean =>
  silentRefusals > 0 || Object.keys(statuses).some((status) => !['200', '402', '429', '503'].includes(status))
