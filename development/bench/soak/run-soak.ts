import { setTimeout as sleep } from 'node:timers/promises'
import { createPublicClient, formatEther, http } from 'viem'
import { evmDevnetAccount } from '@/development/devnet/wallets'
import { runChannelBuyer } from '../cluster/channel-buyer'
import { readPages } from '../cluster/read-pages'
import { createCleanups } from '../run/cleanups'
import { endOnSignals } from '../run/end-on-signals'
import { describeRun } from '../run/run'
import type { AttackOptions, Tally } from './attack-steps'
import { attacks, meddleWith, spendElsewhere } from './attackers'
import { audit } from './audit'
import { auditWebhooks } from './audit-webhooks'
import { collectFaults } from './collect-faults'
import { openContractAttacks } from './contract-attackers'
import { crashInTurn, type Kill, partsOf } from './crash-in-turn'
import { callAndRefund, openMoreThanBought, payOneself, payTwoServersAtOnce } from './free-riders'
import { runBuyer, siteOffers } from './honest-buyers'
import { runMcpBuyer } from './mcp-buyer'
import { openShop, type SoakShop } from './open-shop'
import type { PaymentRecord } from './payment-record'
import { openSoakWorld, type SoakWorld } from './soak-world'
import { untilDecided } from './until-decided'
import { startWebhookReceiver } from './webhook-receiver'
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
    const receiver = await startWebhookReceiver()
    cleanups.add(receiver.stop)
    const shop = await openShop(world, receiver)
    const records: PaymentRecord[] = []
    const traffic = await runTraffic(world, { shop, records, ...options })
    await untilDecided(world)
    const webhooks = await auditWebhooks(world, receiver)
    const { calls, kills, tried, ...rest } = traffic
    const { findings, counts, lostOnTheWay, givenAgain } = await audit(world, { records, tried, kills })
    findings.push(...webhooks.findings, ...faults())
    if (calls.chargedAtomic !== calls.dueAtomic) {
      findings.push({ kind: 'channel', detail: `${calls.chargedAtomic} charged for ${calls.dueAtomic} due` })
    }
    const { date, machine, node, postgres } = describeRun({ rounds: 1, past: 0 })
    const run: SoakRun = {
      ...{ date, machine, node, postgres, load: options.load, kills: countByName(kills), ...rest },
      ...{
        signed: records.length,
        bought: records.filter(({ contents }) => contents.length > 0).length,
        times: timesOf(records),
      },
      notBought: notBoughtOf(records),
      ...{
        lostOnTheWay,
        givenAgain,
        salesToldByWebhook: webhooks.sales,
        channelCalls: calls.contents,
        states: counts,
        findings,
      },
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

type Traffic = SoakOptions & { shop: SoakShop; records: PaymentRecord[] }

/** Everybody at once; the attackers, the seller and the kills end first, so that honest buyers get a final answer. */
async function runTraffic(world: SoakWorld, { shop, records, minutes, killSeconds }: Traffic) {
  const tally: Tally = {}
  const seen: AttackOptions['seen'] = []
  const tried: PaymentRecord[] = []
  const elsewhere: PaymentRecord[] = []
  const stopping = new AbortController()
  const buying = new AbortController()
  const options: AttackOptions = { world, signal: stopping.signal, tally, seen, tried }
  const meddle = meddleWith(options)
  const contracts = await openContractAttacks(world)
  const gasBefore = await readGas(world)
  const startedAt = performance.now()
  const buyers = Array.from({ length: EVM_BUYERS + SOLANA_BUYERS }, (_, index) =>
    runBuyer(
      {
        world,
        records,
        signal: buying.signal,
        offers: () => (index < EVM_BUYERS ? [...siteOffers, ...shop.offers] : siteOffers),
        // Every second payment of each buyer is interfered with.
        meddle: async (payment) => {
          if (seen.push(payment) > SEEN_KEPT) seen.shift()
          if (records.length % 2 === 0) await meddle(payment)
        },
      },
      index < EVM_BUYERS ? 'evm' : 'svm',
    ),
  )
  const others = [runMcpBuyer(world, records, buying.signal), readPages(world, buying.signal)]
  const calling = runChannelBuyer(world, buying.signal)
  const attacking = [
    ...[...Object.values(attacks), ...contracts.attacks].map((attack) => attack(options)),
    spendElsewhere(options, elsewhere),
    payTwoServersAtOnce(options),
    payOneself(options),
    openMoreThanBought(options, () => shop.offers),
    callAndRefund(options),
  ]
  const selling = shop.sell(stopping.signal)
  const crashing = crashInTurn(partsOf(world), killSeconds * 1_000, stopping.signal)
  // Any failure ends the run, and the world with it.
  const all = Promise.all([...buyers, ...others, ...attacking, calling, selling, crashing])
  await Promise.race([sleep(minutes * 60_000), all])
  stopping.abort()
  await Promise.all(attacking)
  const [kills, sold] = await Promise.all([crashing, selling])
  buying.abort()
  await Promise.all([...buyers, ...others])
  return {
    kills,
    tried,
    sold,
    calls: await calling,
    seconds: (performance.now() - startedAt) / 1_000,
    attacks: tally,
    settledElsewhere: {
      payments: elsewhere.length,
      opened: elsewhere.filter(({ contents }) => contents.length > 0).length,
    },
    factoryRuns: Number(await contracts.readFactoryRuns()),
    gasEther: formatEther(gasBefore - (await readGas(world))),
  }
}

async function readGas({ devnet }: SoakWorld): Promise<bigint> {
  const client = createPublicClient({ transport: http(devnet.evmRpcUrl) })
  const balances = await Promise.all(
    (['gas', 'gas2'] as const).map((role) => client.getBalance({ address: evmDevnetAccount(role).address })),
  )
  return balances.reduce((sum, balance) => sum + balance, 0n)
}
