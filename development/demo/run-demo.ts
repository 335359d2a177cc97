import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { avmDevnetAddress, evmDevnetAccount, evmDevnetKey, svmDevnetSigner } from '@/development/devnet/wallets'
import { runProcess } from '@/lib/base/infra/process'
import { parseDemoOptions } from './demo-options'
import { type Demo, type DemoStep, startDemo } from './start-demo'

/** `npm run demo`: the whole product until Ctrl-C. Exits with 1 when a part cannot start or ends unexpectedly. */
export function runDemo(args: string[]): Promise<void> {
  return runProcess(async () => {
    const options = parseDemoOptions(args)
    const startedAt = Date.now()
    const stopRequested = nextSignal()
    const starting = startDemo(options, step)
    const demo = await Promise.race([starting, stopRequested.then(() => null)])
    if (demo === null) return stopEarly(starting)
    const readyFile = join(options.dataDir, 'ready.json')
    const { origin, databaseUrl, pids, devnet } = demo
    const { evmRpcUrl, svmRpcUrl, avmUrl } = devnet
    // For the program that started it.
    const note = { origin, databaseUrl, pids, evmRpcUrl, svmRpcUrl, avmUrl }
    writeFileSync(readyFile, JSON.stringify(note), { mode: 0o600 })
    console.log(await demoBanner(demo, (Date.now() - startedAt) / 1000))
    const reason = await Promise.race([stopRequested.then(() => null), demo.died])
    if (reason) {
      console.error(reason)
      process.exitCode = 1
    }
    console.log('Stopping.')
    rmSync(readyFile, { force: true })
    await demo.stop()
    process.exit()
  })
}

/** One Ctrl-C arrives twice, from the terminal and from npm; only a later one is a second one. */
const ECHO_MS = 1500

/** Settles at the first signal to stop; a second one ends the process at once. */
function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | null = null
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (firstAt !== null && Date.now() - firstAt > ECHO_MS) process.exit(1)
        firstAt ??= Date.now()
        resolve()
      })
    }
  })
}

/** A start cannot be cut at any point, so it is awaited and then undone. */
async function stopEarly(starting: Promise<Demo>) {
  console.log('\nStopping as soon as this step is done; press Ctrl-C again to end at once.')
  const demo = await starting
  await demo.stop()
  process.exit()
}

const step: DemoStep = async (name, work) => {
  const startedAt = Date.now()
  // Steps overlap, so that each has a line when it ends; of a long one there is word before.
  const soon = setTimeout(() => console.log(`  ${name} ...`), 3_000)
  const tell = (how: string) => console.log(`  ${name.padEnd(18)}${how}`)
  try {
    const result = await work()
    tell(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`)
    return result
  } catch (error) {
    tell('failed')
    throw error
  } finally {
    clearTimeout(soon)
  }
}

/** Facts about a running demo for a newcomer. The one key in it is public knowledge and holds only test money. */
async function demoBanner({ origin, devnet, databaseUrl, services }: Demo, seconds: number): Promise<string> {
  const solana = (await svmDevnetSigner('buyer')).address
  return `
Turnpike is up after ${seconds.toFixed(1)} s. All money in it is test money on this machine.

  Site          ${origin}
  Dashboard     ${origin}/dashboard
  Explorer      ${origin}/bazaar
  Facilitator   ${origin}/facilitator
  MCP           ${origin}/mcp

  EVM RPC       ${devnet.evmRpcUrl}    Base Sepolia's chain id, 84532
  Solana RPC    ${devnet.svmRpcUrl}    devnet's genesis
  Algorand      ${devnet.avmUrl}    an emulator of testnet's algod
  Database      ${databaseUrl.replace(/:[^:@/]+@/, '@')}

  Three paid services beside the site, watched by the bazaar
${serviceLines(services)}

  Funded test wallets of the buyer
  EVM           ${evmDevnetAccount('buyer').address}
                private key ${evmDevnetKey('buyer')}
  Solana        ${solana}
  Algorand      ${await avmDevnetAddress('buyer')}

Pay for something:  npm run pay -- "${origin}/weather?city=Lisbon"
Ctrl-C stops everything; the data stays.
`
}

function serviceLines({ running, problems }: Demo['services']): string {
  const lines = running.map(({ name, habit, url }) => `  ${name.padEnd(14)}${new URL(url).origin}    ${habit}`)
  return [...lines, ...problems.map((problem) => `  ${problem}`)].join('\n')
}
