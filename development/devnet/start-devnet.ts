import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { devnetRpcUrls, type FundRequest, fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { identifyProcess, isStillRunning, processIdentitySchema, readNote } from '../running-process'
import { startAvmEmulator } from './avm/start-avm-emulator'
import { type AnvilNode, startAnvil } from './evm/start-anvil'
import { startSvmNode } from './svm/start-svm-node'
import { avmDevnetAddress, type DevnetRole, devnetRoles, evmDevnetAccount, svmDevnetSigner } from './wallets'

export type Devnet = Awaited<ReturnType<typeof startDevnet>>

/**
 * Starts the three local networks on 127.0.0.1, with the roles of wallets.ts funded when a chain is new. The chains
 * continue from the content of `dataDir`. Fails with one plain sentence when a port is taken, the folder is in use, or
 * a saved chain is damaged; nothing is left running then.
 */
export async function startDevnet(options: {
  dataDir: string
  ports: { evm: number; svm: number; avm: number } | 'free'
  /** False where the EVM chain need not outlive its process. */
  isDurable?: boolean
}) {
  const { ports, isDurable } = options
  const dataDir = resolve(options.dataDir)
  const port = ports === 'free' ? { evm: 0, svm: 0, avm: 0 } : ports
  const unlock = lockFolder(dataDir)
  const running: (() => Promise<void>)[] = []
  const stop = async () => {
    const ends = await Promise.allSettled(running.splice(0).map((end) => end()))
    unlock()
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }
  const started = async <Node extends { stop(): Promise<void> }>(node: Promise<Node>): Promise<Node> => {
    const ready = await node
    running.push(ready.stop)
    return ready
  }

  try {
    const folder = (name: string) => join(dataDir, name)
    const svm = await started(startSvmNode(folder('svm'), port.svm))
    const avm = await started(startAvmEmulator(folder('avm'), port.avm))
    const open = (port: number) => started(startAnvil({ dataDir: folder('evm'), port, isDurable }))
    let evm: AnvilNode = await open(port.evm)
    const urls = { evmRpcUrl: evm.rpcUrl, svmRpcUrl: svm.rpcUrl, avmUrl: avm.url }
    const rpcUrls = devnetRpcUrls(urls)
    await fundNewChains(dataDir, rpcUrls, evm.save)
    const fund = (request: FundRequest) => fundDevnetWallet(rpcUrls, request)
    /**
     * Kills anvil and, after that time, starts it again on its port. Its mined blocks are kept, waiting transactions are
     * lost. `died` tells of it.
     */
    const crashEvm = async (downMs: number) => {
      await evm.pauseMining()
      await evm.save()
      process.kill(evm.pid, 'SIGKILL')
      await evm.died
      await sleep(downMs)
      evm = await open(Number(new URL(evm.rpcUrl).port))
    }
    // anvil is a separate process; the other two are in this one. `died` tells when it ends without having been stopped.
    return { ...urls, rpcUrls, pids: { anvil: evm.pid }, died: evm.died, fund, crashEvm, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}

/** A chain is new until its roles have their money; the note lies beside the chain, so both go together. */
async function fundNewChains(dataDir: string, rpcUrls: Record<string, string>, saveEvm: () => Promise<void>) {
  const folders = { [BASE_SEPOLIA]: 'evm', [SOLANA_DEVNET]: 'svm', [ALGORAND_TESTNET]: 'avm' }
  const note = (folder: string) => join(dataDir, folder, 'roles-funded')
  const unfunded = Object.entries(folders).filter(([, folder]) => !existsSync(note(folder)))
  await fundRoles(
    rpcUrls,
    unfunded.map(([network]) => network),
  )
  await saveEvm()
  for (const [, folder] of unfunded) writeFileSync(note(folder), '')
}

/** The roles' test USDC when a chain is new. Every role gets gas, and an account that can be paid. */
const startingAmounts: Partial<Record<DevnetRole, bigint>> = { buyer: 1_000_000_000n, poor: 5n }

async function fundRoles(rpcUrls: Record<string, string>, networks: string[]): Promise<void> {
  for (const role of devnetRoles) {
    const addresses = await addressesOf(role)
    const amountAtomic = startingAmounts[role] ?? 0n
    const orders = networks.map((network) => ({ network, address: addresses[network] ?? '', amountAtomic }))
    await Promise.all(orders.map((order) => fundDevnetWallet(rpcUrls, order)))
  }
}

async function addressesOf(role: DevnetRole): Promise<Record<string, string>> {
  return {
    [BASE_SEPOLIA]: evmDevnetAccount(role).address,
    [SOLANA_DEVNET]: (await svmDevnetSigner(role)).address,
    [ALGORAND_TESTNET]: await avmDevnetAddress(role),
  }
}

/**
 * Takes a data folder for this process and returns a function that releases it. Fails with a plain sentence while
 * a living process holds it; a dead holder's note is taken over.
 */
function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'lock.json')
  const holder = readNote(file, processIdentitySchema)
  if (holder && isStillRunning(holder)) {
    throw new Error(`The devnet in ${folder} is running already (process ${holder.pid}).`)
  }
  writeFileSync(file, JSON.stringify(identifyProcess(process.pid)))
  return () => rmSync(file, { force: true })
}
