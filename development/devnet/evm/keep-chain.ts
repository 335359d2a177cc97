import { setTimeout as sleep } from 'node:timers/promises'
import type { AnvilClient } from './anvil-client'
import { saveAnvilState } from './anvil-state-file'

/** anvil finishes the blocks that it had begun when its mining was switched off; each takes at most this long. */
const BLOCK_MS = 250

/** Blocks that follow a transaction, so that a configured number of confirmations passes on an idle chain. */
const TRAILING_BLOCKS = 3n
/** anvil simulates at the latest block's time, so an idle chain must not fall far behind the wall clock. */
const HEARTBEAT_MS = 15_000
/** While a chain is saved, it answers nothing: one in use is saved this often, and one that rests once it has changed. */
const SAVED_IN_USE_MS = 10_000

export type ChainKeeper = {
  /** Returns when everything mined so far is on disk. */
  save(): Promise<void>
  /** Once it returns, no block is mined until mining is resumed: neither by anvil nor by the upkeep. */
  pauseMining(): Promise<void>
  resumeMining(): Promise<void>
  /** Ends the upkeep and saves the chain one last time, if it is durable. */
  stop(): Promise<void>
  /** Ends the upkeep of a chain that is gone; its saved state stays. */
  abandon(): void
}

/**
 * Once a second, makes an idle anvil behave like a live network: mines the blocks that confirm the last transactions,
 * keeps the chain's clock near the wall clock, and saves the state once its last transaction is
 * confirmed, or every ten seconds while transactions keep coming. A chain whose mining was switched off stays unchanged.
 * One that is not durable is saved only where `save` is called.
 */
export function keepChain(options: {
  client: AnvilClient
  stateFile: string
  intervalMs: number
  isDurable: boolean
  onFault: (fault: unknown) => void
}): ChainKeeper {
  const { client, stateFile, intervalMs, isDurable, onFault } = options
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
      .catch(onFault)
      .finally(() => {
        isTicking = false
      })
  }, intervalMs)

  const saveInTurn = () => {
    const turn = running.then(save)
    running = turn.catch(() => undefined)
    return turn
  }

  return {
    save: saveInTurn,
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
    abandon: () => clearInterval(timer),
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
