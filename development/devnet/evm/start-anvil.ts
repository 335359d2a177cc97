import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findAnvilBinary } from './anvil-binary'
import { createAnvilClient } from './anvil-client'
import { hasAnvilState, unpackAnvilState } from './anvil-state-file'
import type { LocalChainId } from './canonical-addresses'
import { keepChain } from './keep-chain'
import { forgetAnvil, recordAnvil, retireOrphanedAnvil } from './orphaned-anvil'
import { provisionContracts } from './provision-contracts'

export type AnvilNode = {
  rpcUrl: string
  chainId: LocalChainId
  pid: number
  /** Settles when anvil ends without having been stopped. */
  died: Promise<string>
  /** Returns when everything mined so far is on disk; otherwise that takes up to a second. */
  save(): Promise<void>
  /** Once it returns, no block is mined until mining is resumed. */
  pauseMining(): Promise<void>
  resumeMining(): Promise<void>
  stop(): Promise<void>
}

export type AnvilOptions = {
  /** Folder of the chain's state; made when absent. The chain continues from its content. */
  dataDir: string
  /** 0 takes a free port. */
  port: number
  chainId?: LocalChainId
  /** False for a chain that need not outlive its process: it is on disk only once `save` is called. */
  isDurable?: boolean
  onFault?: (fault: unknown) => void
}

const START_TIMEOUT_MS = 30_000

/**
 * Starts anvil on 127.0.0.1 with every contract in place. Transactions are mined at once; the state is on disk within a
 * second and survives a kill of anvil and of this process. Fails with a plain sentence when the port is taken, the
 * saved chain is damaged, or anvil cannot be found.
 */
export async function startAnvil(options: AnvilOptions): Promise<AnvilNode> {
  const { port, chainId = 84532, isDurable = true, onFault = (fault) => console.error('anvil:', fault) } = options
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const stateFile = join(dataDir, `chain-${chainId}.json.gz`)
  await retireOrphanedAnvil(dataDir, chainId, stateFile)

  const unpacked = join(dataDir, 'loading.json')
  const loads = hasAnvilState(stateFile)
  if (loads) unpackAnvilState(stateFile, unpacked)
  const child = spawn(
    findAnvilBinary({ ANVIL_BIN: process.env.ANVIL_BIN, PATH: process.env.PATH }),
    argumentsFor(dataDir, port, chainId, loads ? unpacked : null),
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: dataDir },
    },
  )
  const killWithUs = () => child.kill('SIGTERM')
  process.once('exit', killWithUs)
  const died = new Promise<string>((end) => {
    child.once('exit', (code, signal) => end(signal ?? `code ${code}`))
  })

  try {
    const rpcUrl = await listeningUrl(child, port)
    const pid = child.pid ?? 0
    recordAnvil(dataDir, { pid, rpcUrl })
    rmSync(unpacked, { force: true })
    const client = createAnvilClient(rpcUrl, chainId)
    await client.setLoggingEnabled(false)
    await provisionContracts(client, chainId)
    await client.mine({ blocks: 1 })
    const keeper = keepChain({ client, stateFile, intervalMs: 1000, isDurable, onFault })

    const stop = async () => {
      if (child.exitCode === null && child.signalCode === null) await keeper.stop()
      child.kill('SIGTERM')
      await died
      forgetAnvil(dataDir)
    }
    void died.then(() => {
      keeper.abandon()
      process.removeListener('exit', killWithUs)
    })
    const { save, pauseMining, resumeMining } = keeper
    return { rpcUrl, chainId, pid, died, save, pauseMining, resumeMining, stop }
  } catch (fault) {
    process.removeListener('exit', killWithUs)
    child.kill('SIGKILL')
    throw fault
  }
}

function argumentsFor(dataDir: string, port: number, chainId: number, loadState: string | null): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--accounts', '1'],
    // Old states are dropped to bound memory; blocks, receipts and logs stay, because reconciliation reads them.
    ...['--prune-history', '32', '--cache-path', join(dataDir, 'cache')],
    ...(loadState === null ? [] : ['--load-state', loadState]),
  ]
}

function listeningUrl(child: ChildProcess, port: number): Promise<string> {
  let output = ''
  return new Promise((answer, refuse) => {
    const timer = setTimeout(
      () => refuse(new Error(`anvil did not start within ${START_TIMEOUT_MS} ms`)),
      START_TIMEOUT_MS,
    )
    const collect = (chunk: Buffer) => {
      if (output.length > 20_000) return
      output += chunk.toString('utf8')
      const address = /Listening on ([\d.]+:\d+)/.exec(output)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      answer(`http://${address}`)
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.once('error', (fault) => {
      clearTimeout(timer)
      refuse(new Error('anvil could not be started', { cause: fault }))
    })
    child.once('exit', () => {
      clearTimeout(timer)
      const isTaken = /address already in use/i.test(output)
      refuse(
        new Error(isTaken ? `Port ${port} is taken: stop what listens there.` : `anvil ended: ${output.slice(-600)}`),
      )
    })
  })
}
