import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Address, createPublicClient, http, isAddressEqual } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { tableOf } from '@/development/markdown-table'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startScript } from '@/development/testing/start-script'
import type { TestWorld } from '@/development/testing/test-world'
import { devnetRpcUrls, fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { within } from '@/lib/base/infra/concurrency'
import { makeFolder, type OnEnd, openBenchDatabase, withCleanups, writeResults } from '../measure'
import { startChain } from '../run/servers'
import { type Attack, type AttackOutcome, type AttackSide, attacks } from './attacks'

type Result = Required<AttackOutcome> & { gas: number; transactions: number; milliseconds: number; isMeasured: boolean }
type Tried = { id: string; name: string; stock: Result; ours: Result }

/**
 * Tries every attack on surfaces that both servers have, on a stock server and on ours, side by side on the same
 * chains. Exits with 1 when something leaked here, or was not measured.
 */
export async function tryAttacks(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string', default: '' } } })
  const only = values.only.split(',').filter((id) => id !== '')
  const tried: Tried[] = []
  await withCleanups(async (onEnd) => {
    const { world, ours, startStock } = await openAttackWorld(onEnd)
    for (const attack of attacks.filter(({ id }) => only.length === 0 || only.includes(id))) {
      const { stop, ...stock } = await startStock()
      const { id, name } = attack
      const result = { stock: await runAttack(attack, world, stock), ours: await runAttack(attack, world, ours) }
      await stop()
      console.log(`${id} ${name}\n  stock: ${result.stock.said}\n  ours:  ${result.ours.said}`)
      tried.push({ id, name, ...result })
    }
  })
  const table = attackTable(tried)
  console.log(`\n${table}`)
  const hasFailed = ({ stock, ours }: Tried) =>
    !stock.isMeasured || !ours.isMeasured || ours.leaked > 0 || ours.lost > 0n
  if (tried.some(hasFailed)) process.exitCode = 1
  if (only.length > 0) return
  const text = (_name: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
  const figures = { tried: JSON.parse(JSON.stringify(tried, text)) as unknown }
  writeResults(
    'attacks',
    ABOUT,
    `${table}\n\n${LEGEND}\n\n## Where Turnpike does worse\n\n${worseRows(tried)}`,
    figures,
  )
}

/** Longer than any attack takes whose server answers. */
const LIMIT_MS = 60_000

/** Tries an attack on one side; a failure is reported in words, with its costs until then. */
async function runAttack({ run }: Attack, world: TestWorld, side: AttackSide): Promise<Result> {
  const readGas = await watchGas(world.evmRpcUrl, side.gasWallet)
  const startedAt = performance.now()
  const failed = (why: string) => ({ said: `NOT MEASURED: ${why.slice(0, 200)}`, isMeasured: false })
  const outcome = await within(
    LIMIT_MS,
    run(world, side).catch((error: unknown) => failed(String(error))),
  )
  const milliseconds = Math.round(performance.now() - startedAt)
  const nothing = { leaked: 0, unpaidRuns: 0, charged: 0n, lost: 0n, isMeasured: true }
  const result = { ...nothing, ...(outcome ?? failed(`no end after ${LIMIT_MS / 1_000} s`)) }
  return { ...result, milliseconds, ...(await readGas()) }
}

/** Local chains, and both servers on them, each in a separate process and with its own gas wallet. */
async function openAttackWorld(onEnd: OnEnd) {
  const chain = await startChain(onEnd)
  const rpcUrls = devnetRpcUrls(chain)
  const world: TestWorld = { ...chain, rpcUrls, faucet: (request) => fundDevnetWallet(rpcUrls, request) }
  const { url } = await openBenchDatabase(onEnd, `${makeFolder(onEnd)}/db`)
  const start = async (script: string, more: Record<string, string>) => {
    const gas = await createGasKeys(world)
    const payTo = privateKeyToAccount(generatePrivateKey()).address
    const env = { EVM_RPC_URL: chain.evmRpcUrl, EVM_GAS_KEY: gas.evm, PAY_TO_EVM: payTo, ...more }
    const { line, stop } = await startScript(script, env)
    onEnd(() => stop())
    const { origin = '', beside = origin } = line
    const target = {
      origin,
      payTo,
      runs: async () => (await (await fetch(`${beside}/runs`)).json()) as Record<string, number>,
      finish: async () => void (await fetch(`${beside}/finish`, { method: 'POST' })),
    }
    return { target, facilitator: beside, gasWallet: privateKeyToAccount(gas.evm).address, stop }
  }
  const svm = { SVM_RPC_URL: chain.svmRpcUrl, SVM_GAS_KEY: (await createGasKeys(world)).svm }
  return {
    world,
    ours: await start('development/bench/servers/our-site.ts', { DATABASE_URL: url, ...svm }),
    // A new one for each attack: afterwards it may never settle again, because of a lost nonce.
    startStock: () => start('development/testing/stock-server.ts', { NODE_ENV: 'production' }),
  }
}

type GasSpent = { gas: number; transactions: number }

/** Gas and transactions of one wallet on the local chain, from here to the returned function's call. */
async function watchGas(rpcUrl: string, wallet: Address): Promise<() => Promise<GasSpent>> {
  const client = createPublicClient({ transport: http(rpcUrl), cacheTime: 0 })
  const first = (await client.getBlockNumber()) + 1n
  return async () => {
    const last = await client.getBlockNumber()
    let spent: GasSpent = { gas: 0, transactions: 0 }
    for (let number = first; number <= last; number += 1n) {
      const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true })
      for (const { hash } of transactions.filter(({ from }) => isAddressEqual(from, wallet))) {
        const { gasUsed } = await client.getTransactionReceipt({ hash })
        spent = { gas: spent.gas + Number(gasUsed), transactions: spent.transactions + 1 }
      }
    }
    return spent
  }
}

function attackTable(tried: readonly Tried[]): string {
  const head = ['Attack', 'Server', 'Leaked', 'Unpaid runs', 'Charged', 'of it for nothing', 'Gas', 'Transactions']
  const dollars = (atomic: bigint) => `$${(Number(atomic) / 1_000_000).toFixed(6).replace(/\.?0+$/, '')}`
  const line = (name: string, server: string, result: Result) => {
    const { leaked, unpaidRuns, charged, lost, gas, transactions, milliseconds, said } = result
    const figures = [leaked, unpaidRuns, dollars(charged), dollars(lost), gas.toLocaleString('en'), transactions]
    return [name, server, ...figures, `${(milliseconds / 1_000).toFixed(1)} s`, said]
  }
  const rows = tried.flatMap(({ id, name, stock, ours }) => [
    line(`${id}: ${name}`, 'stock', stock),
    line('', 'Turnpike', ours),
  ])
  return tableOf([...head, 'Time', 'What happened'], rows)
}

/** Every figure that is higher here than there, with or without a reason. */
function worseRows(tried: readonly Tried[]): string {
  const names = { leaked: 'leaked', unpaidRuns: 'unpaid runs', lost: 'charged for nothing, in millionths', gas: 'gas' }
  const lines = tried.flatMap(({ id, name, stock, ours }) => {
    const worse = (Object.keys(names) as (keyof typeof names)[]).filter((figure) => ours[figure] > stock[figure])
    const words = worse.map(
      (figure) => `${names[figure]} ${ours[figure].toLocaleString('en')} against ${stock[figure].toLocaleString('en')}`,
    )
    return words.length > 0 ? [`- ${id}: ${name}: ${words.join(', ')}.`] : []
  })
  return lines.length > 0 ? lines.join('\n') : 'In no figure of this run.'
}

const { version } = JSON.parse(readFileSync('node_modules/@x402/express/package.json', 'utf8')) as { version: string }

const ABOUT = `# Attacks, tried on both

Written by \`npm run bench -- attacks\`; [docs/security.md](../../../docs/security.md) says what each attack is and what holds against it.
Both servers sell the same on the same local chains, each in a process of its own and with a gas wallet of its own. Turnpike is
its whole application behind Node.js's HTTP server, with its worker and a durable database; the pages are not part of it. Stock is
\`@x402/express\` ${version} as its documentation shows it, with the SDK's facilitator in its process. It is started again for each attack, as it
may wait without end behind a nonce that it lost; requests that get no answer are given up after 15 s.`

const LEGEND = `*Leaked*: contents, or a facilitator's yes, beyond what was paid for. *Unpaid runs*: how often a handler worked for nothing. *For nothing*: charged, and
the payer got no content. *Gas*: of the server's own wallet. Times are of the attack as a whole, one run, and no measure of speed.`
