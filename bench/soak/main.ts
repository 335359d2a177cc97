import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createPublicClient, formatEther, http } from 'viem'
import { evmDevnetAccount } from '@/development/devnet/wallets'
import type { AttackOptions, Tally } from './attack-steps'
import { attacks, meddleWith, spendElsewhere } from './attackers'
import { audit } from './audit'
import { openContractAttacks } from './contract-attackers'
import { runBuyer } from './honest-buyers'
import type { PaymentRecord } from './payment-record'
import { killInTurn, openSoakWorld, type SoakWorld } from './soak-world'
import { untilDecided } from './until-decided'

/**
 * Honest buyers and all attacks on two instances of the built site, which are killed in turn; then chain, ledgers,
 * entitlements and what the buyers saw are held against each other to the unit. Ends with 1 when anything differs.
 * Run: node --import tsx bench/soak/main.ts --minutes 10
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, kill: { type: 'string', default: '20' } },
})
const minutes = Number(values.minutes)
const EVM_BUYERS = 4
const SOLANA_BUYERS = 2

const world = await openSoakWorld()
const records: PaymentRecord[] = []
const elsewhere: PaymentRecord[] = []
const tally: Tally = {}
const stopping = new AbortController()
const buying = new AbortController()
const seen: string[] = []
const options: AttackOptions = { world, signal: stopping.signal, tally, seen }
const meddle = meddleWith(options)
try {
  const contracts = await openContractAttacks(world)
  const gasBefore = await readGas(world)
  const startedAt = performance.now()
  const buyers = Array.from({ length: EVM_BUYERS + SOLANA_BUYERS }, (_, index) =>
    runBuyer(
      {
        world,
        records,
        signal: buying.signal,
        // Every second payment of each buyer is meddled with.
        meddle: async (payment) => {
          if (seen.push(payment.header) > 2_000) seen.shift()
          if (records.length % 2 === 0) await meddle(payment)
        },
      },
      index < EVM_BUYERS ? 'evm' : 'svm',
    ),
  )
  const attackers = [
    ...[...Object.values(attacks), ...contracts.attacks].map((attack) => attack(options)),
    spendElsewhere(options, elsewhere),
  ]
  const killing = killInTurn(world.instances, Number(values.kill) * 1_000, stopping.signal)
  await sleep(minutes * 60_000)
  stopping.abort()
  await Promise.all(attackers)
  const kills = await killing
  buying.abort()
  await Promise.all(buyers)
  await untilDecided(world)
  report(await audit(world, records), { kills, seconds: (performance.now() - startedAt) / 1_000, gasBefore })
  await reportGas(world, gasBefore)
  const factoryRuns = await contracts.readFactoryRuns()
  console.log(`Runs of a factory that a payer chose: ${factoryRuns}`)
  if (factoryRuns > 0n) process.exitCode = 1
} finally {
  await world.close()
}
process.exit()

function readGas({ devnet }: SoakWorld): Promise<bigint[]> {
  const client = createPublicClient({ transport: http(devnet.evmRpcUrl) })
  return Promise.all(
    (['gas', 'gas2'] as const).map((role) => client.getBalance({ address: evmDevnetAccount(role).address })),
  )
}

async function reportGas(soak: SoakWorld, before: bigint[]): Promise<void> {
  const after = await readGas(soak)
  const spent = before.map((balance, index) => balance - (after[index] ?? 0n))
  console.log(`Gas spent by our EVM wallets: ${spent.map((wei) => `${formatEther(wei)} ETH`).join(', ')}`)
}

function report(
  result: Awaited<ReturnType<typeof audit>>,
  run: { kills: number; seconds: number; gasBefore: bigint[] },
) {
  const bought = records.filter(({ grants }) => grants > 0)
  const times = bought.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(0)
  console.log(
    `${run.seconds.toFixed(0)} s, ${run.kills} kills, ${records.length} payments signed, ${bought.length} bought`,
  )
  console.log(`From first request to content: median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`)
  console.log(`Delivered by the ledger's word, but lost with a killed connection: ${result.lostOnTheWay}`)
  console.table(
    Object.fromEntries(
      Object.entries(tally).map(([name, { statuses, ...row }]) => [
        name,
        { ...row, statuses: JSON.stringify(statuses) },
      ]),
    ),
  )
  const opened = elsewhere.filter(({ grants }) => grants > 0).length
  console.log(`Settled at our facilitator for another server: ${elsewhere.length}, opened here: ${opened}`)
  console.table(result.counts)
  const gains = Object.values(tally).reduce((sum, { gains: won }) => sum + won, 0)
  for (const { kind, detail } of result.findings.slice(0, 40)) console.log(`${kind}: ${detail}`)
  console.log(`${result.findings.length} differences, ${gains} gains of attackers`)
  if (result.findings.length + gains + opened > 0) process.exitCode = 1
}
