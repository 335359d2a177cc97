import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { endProcess, identifyProcess, isStillRunning, processIdentitySchema, readNote } from '../../running-process'
import { type AnvilClient, createAnvilClient } from './anvil-client'
import { CHAIN_ID } from './canonical-addresses'
import { provisionContracts } from './contract-artifacts'

/**
 * Finds anvil: the npm package of this platform, then the path in `ANVIL_BIN`, then PATH.
 * Fails with one sentence that says how to install it.
 */
function findAnvilBinary(
  env: { ANVIL_BIN?: string; PATH?: string },
  findPackaged: () => string | null = packagedBinary,
): string {
  if (env.ANVIL_BIN !== undefined && env.ANVIL_BIN !== '') {
    if (isExecutable(env.ANVIL_BIN)) return env.ANVIL_BIN
    throw new Error(`ANVIL_BIN names ${env.ANVIL_BIN}, which is not an executable file.`)
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = [findPackaged(), ...folders.map((folder) => join(folder, 'anvil'))]
  const found = candidates.find((candidate) => candidate !== null && isExecutable(candidate))
  if (found) return found
  throw new Error(
    'No anvil for this platform: install Foundry (https://getfoundry.sh) so that anvil is on PATH, or set ANVIL_BIN.',
  )
}

function packagedBinary(): string | null {
  const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? process.arch
  try {
    return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`)
  } catch {
    // Absent on this platform: the package is optional.
    return null
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // A candidate that cannot be run is skipped; the caller reports when none is left.
    return false
  }
}

export type AnvilNode = Awaited<ReturnType<typeof startAnvil>>

type AnvilOptions = {
  /** Folder of the chain's state; made when absent. The chain continues from its content. */
  dataDir: string
  port: number
  /** False for a chain that need not outlive its process: it is on disk only once `save` is called. */
  isDurable?: boolean
}

const START_TIMEOUT_MS = 30_000

/**
 * Starts anvil on 127.0.0.1 with every contract in place. Transactions are mined at once; the state is on disk within a
 * second and survives a kill of anvil and of this process. Fails with a plain sentence when the port is taken, the
 * saved chain is damaged, or anvil cannot be found.
 */
export async function startAnvil(options: AnvilOptions) {
  const { port, isDurable = true } = options
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const stateFile = join(dataDir, `chain-${CHAIN_ID}.json.gz`)
  await retireOrphanedAnvil(dataDir, stateFile)

  const unpacked = join(dataDir, 'loading.json')
  const loads = existsSync(stateFile)
  if (loads) unpackAnvilState(stateFile, unpacked)
  const child = spawn(
    findAnvilBinary({ ANVIL_BIN: process.env.ANVIL_BIN, PATH: process.env.PATH }),
    argumentsFor(dataDir, port, loads ? unpacked : null),
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: dataDir } },
  )
  const killWithUs = () => child.kill('SIGTERM')
  process.once('exit', killWithUs)
  /** Settles when anvil ends without having been stopped. */
  const died = new Promise<string>((end) => {
    child.once('exit', (code, signal) => end(signal ?? `code ${code}`))
  })

  try {
    const rpcUrl = await listeningUrl(child, port)
    const pid = child.pid ?? 0
    // So that the next start finds one whose parent was killed.
    writeFileSync(recordFile(dataDir), JSON.stringify({ ...identifyProcess(pid), rpcUrl }))
    rmSync(unpacked, { force: true })
    const client = createAnvilClient(rpcUrl)
    await client.setLoggingEnabled(false)
    await provisionContracts(client)
    await client.mine({ blocks: 1 })
    const keeper = keepChain(client, stateFile, isDurable)

    const stop = async () => {
      if (child.exitCode === null && child.signalCode === null) await keeper.stop()
      child.kill('SIGTERM')
      await died
      rmSync(recordFile(dataDir), { force: true })
    }
    void died.then(() => {
      keeper.abandon()
      process.removeListener('exit', killWithUs)
    })
    const { save, pauseMining, resumeMining } = keeper
    return { rpcUrl, pid, died, save, pauseMining, resumeMining, stop }
  } catch (fault) {
    process.removeListener('exit', killWithUs)
    child.kill('SIGKILL')
    throw fault
  }
}

function argumentsFor(dataDir: string, port: number, loadState: string | null): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(CHAIN_ID), '--accounts', '1'],
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

/**
 * Writes the whole chain (accounts, blocks, transactions) beside the file, then renames it into place, so that a
 * kill at any moment leaves the previous state whole. The bytes are anvil's own gzip and carry a checksum.
 */
async function saveAnvilState(client: AnvilClient, file: string): Promise<void> {
  const dump = await client.request<{ Method: 'anvil_dumpState'; Parameters: [boolean]; ReturnType: `0x${string}` }>({
    method: 'anvil_dumpState',
    params: [false],
  })
  writeFileSync(`${file}.new`, Buffer.from(dump.slice(2), 'hex'))
  renameSync(`${file}.new`, file)
}

/**
 * Unpacks the saved chain to `target`, in the form that `anvil --load-state` reads.
 * A damaged file fails and is left where it is: a chain that forgets money must never start quietly.
 */
function unpackAnvilState(file: string, target: string): void {
  let json: Buffer
  try {
    json = gunzipSync(readFileSync(file))
    JSON.parse(json.toString('utf8'))
  } catch (cause) {
    throw new Error(
      `The saved chain in ${file} is damaged and was left untouched; move its folder away to start a new chain.`,
      { cause },
    )
  }
  writeFileSync(target, json)
}

const recordFile = (dataDir: string) => join(dataDir, 'anvil.json')
const recordSchema = processIdentitySchema.extend({ rpcUrl: z.string() })

/** Ends an anvil that outlived its parent, after saving its new blocks; the caller holds the folder's lock. */
async function retireOrphanedAnvil(dataDir: string, stateFile: string): Promise<void> {
  const recorded = readNote(recordFile(dataDir), recordSchema)
  if (recorded !== null && isStillRunning(recorded)) {
    await saveAnvilState(createAnvilClient(recorded.rpcUrl), stateFile)
    await endProcess(recorded)
  }
  rmSync(recordFile(dataDir), { force: true })
}

/** anvil finishes the blocks that it had begun when its mining was switched off; each takes at most this long. */
const BLOCK_MS = 250

/** Blocks that follow a transaction, so that a configured number of confirmations passes on an idle chain. */
const TRAILING_BLOCKS = 3n
/** anvil simulates at the latest block's time, so an idle chain must not fall far behind the wall clock. */
const HEARTBEAT_MS = 15_000
/** While a chain is saved, it answers nothing: one in use is saved this often, and one that rests once it has changed. */
const SAVED_IN_USE_MS = 10_000

/**
 * Once a second, makes an idle anvil behave like a live network: mines the blocks that confirm the last transactions,
 * keeps the chain's clock near the wall clock, and saves the state once its last transaction is
 * confirmed, or every ten seconds while transactions keep coming. A chain whose mining was switched off stays unchanged.
 * One that is not durable is saved only where `save` is called.
 */
function keepChain(client: AnvilClient, stateFile: string, isDurable: boolean) {
  let savedBlock: bigint | null = null
  let lastActiveBlock = 0n
  let lastOwnBlock = 0n
  let savedAtMs = Date.now()
  let running: Promise<void> = Promise.resolve()
  let isPaused = false

  async function tick(): Promise<void> {
    const latest = await client.getBlock({ blockTag: 'latest' })
    if (latest.number > lastOwnBlock) lastActiveBlock = latest.number
    const isUnconfirmed = latest.number < lastActiveBlock + TRAILING_BLOCKS
    const isStale = Date.now() - Number(latest.timestamp) * 1000 > HEARTBEAT_MS
    if ((isUnconfirmed || isStale) && !isPaused && (await client.getAutomine())) {
      await client.mine({ blocks: 1 })
      lastOwnBlock = latest.number + 1n
    }
    if (!isDurable) return
    if (!isUnconfirmed || Date.now() >= savedAtMs + SAVED_IN_USE_MS) await save()
  }

  async function save(): Promise<void> {
    const number = await client.getBlockNumber({ cacheTime: 0 })
    if (number === savedBlock) return
    await saveAnvilState(client, stateFile)
    savedBlock = number
    savedAtMs = Date.now()
  }

  let isTicking = false
  const timer = setInterval(() => {
    if (isTicking) return
    isTicking = true
    running = running
      .then(tick)
      .catch((fault: unknown) => console.error('anvil:', fault))
      .finally(() => (isTicking = false))
  }, 1000)

  const saveInTurn = () => {
    const turn = running.then(save)
    running = turn.catch(() => undefined)
    return turn
  }

  return {
    /** Returns when everything mined so far is on disk; otherwise that takes up to a second. */
    save: saveInTurn,
    /** Once it returns, no block is mined until mining is resumed: neither by anvil nor by the upkeep. */
    async pauseMining() {
      isPaused = true
      // A block that the upkeep has already decided on would include transactions sent from now on.
      await running
      await client.setAutomine(false)
      await untilNothingIsMined(client)
    },
    async resumeMining() {
      await client.setAutomine(true)
      isPaused = false
    },
    /** Ends the upkeep of a chain that is gone; its saved state stays. */
    abandon: () => clearInterval(timer),
    /** Ends the upkeep and saves the chain one last time, if it is durable. */
    async stop() {
      clearInterval(timer)
      if (!isDurable) return running
      savedBlock = null
      await saveInTurn()
    },
  }
}

async function untilNothingIsMined(client: AnvilClient): Promise<void> {
  let before: bigint
  let number = await client.getBlockNumber({ cacheTime: 0 })
  do {
    before = number
    await sleep(BLOCK_MS)
    number = await client.getBlockNumber({ cacheTime: 0 })
  } while (number !== before)
}
