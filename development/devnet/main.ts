import { parseArgs } from 'node:util'
import { onStopSignal } from '../on-stop-signal'
import { startDevnet } from './start-devnet'

const usualPorts = { evm: 8545, svm: 8899, avm: 4001 }

/** `npx tsx development/devnet/main.ts`: the local networks at their usual ports until Ctrl-C. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'data-dir': { type: 'string', default: '.data/devnet' },
      'free-ports': { type: 'boolean', default: false },
    },
  })
  const dataDir = values['data-dir']
  const devnet = await startDevnet({ dataDir, ports: values['free-ports'] ? 'free' : usualPorts })
  stopOnSignals(devnet.stop, devnet.died)
  console.log(`Local networks are up; their chains are kept in ${dataDir}.

  EVM, chain id 84532 (anvil)    ${devnet.evmRpcUrl}
  Solana devnet (litesvm)        ${devnet.svmRpcUrl}
  Algorand testnet (emulator)    ${devnet.avmUrl}

Ctrl-C stops them.`)
}

function stopOnSignals(stopDevnet: () => Promise<void>, died: Promise<string>): void {
  let isStopping = false
  onStopSignal(() => {
    isStopping = true
    stopDevnet().then(() => process.exit(0), fail)
  })
  void died.then((reason) => {
    if (!isStopping)
      fail(new Error(`anvil ended (${reason}). Start the devnet again: it goes on from its saved chain.`))
  })
}

function fail(fault: unknown): void {
  console.error(fault instanceof Error ? fault.message : fault)
  process.exit(1)
}

main().catch(fail)
