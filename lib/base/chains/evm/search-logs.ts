import {
  type Address,
  erc20Abi,
  formatLog,
  type Hex,
  type Log,
  numberToHex,
  type PublicClient,
  pad,
  parseEventLogs,
  toEventSelector,
  zeroAddress,
} from 'viem'
import type { Authorization, AuthorizationTruth } from '../authorization'
import { type ChainPosition, readEvm } from './evm-client'
import type { EvmScheme } from './evm-scheme'

/** Blocks per request: what public endpoints still answer. */
const CHUNK_BLOCKS = 2_000n

export type LogSearch = {
  client: PublicClient
  network: string
  address: Address
  /** Per topic position: the value, any of several, or null for all. */
  topics: (Hex | Hex[] | null)[]
  newestBlock: bigint
  maxBlocks: number
  /** No event can be older; blocks before it are not searched. */
  notBefore: Date | null
}

/**
 * Goes through matching events from the newest backwards, until `decide` makes something of one.
 * Null when the range is exhausted. Throws `RpcUnreachableError`.
 */
export async function searchLogsBackwards<T>(
  search: LogSearch,
  decide: (log: Log<bigint, number, false>) => Promise<T | null>,
): Promise<T | null> {
  const oldest = atLeastZero(search.newestBlock - BigInt(search.maxBlocks))
  for (let to = search.newestBlock; to >= oldest; to -= CHUNK_BLOCKS) {
    const from = to - CHUNK_BLOCKS + 1n > oldest ? to - CHUNK_BLOCKS + 1n : oldest
    for (const log of (await readChunk(search, from, to)).reverse()) {
      const decision = await decide(log)
      if (decision !== null) return decision
    }
    if (await isOlderThanNeeded(search, from)) return null
  }
  return null
}

async function readChunk(search: LogSearch, from: bigint, to: bigint): Promise<Log<bigint, number, false>[]> {
  const { client, network, address, topics } = search
  const filter = { address, topics, fromBlock: numberToHex(from), toBlock: numberToHex(to) }
  const logs = await readEvm(network, () => client.request({ method: 'eth_getLogs', params: [filter] }))
  return logs.map((log) => formatLog(log) as Log<bigint, number, false>) // Logs of a block range are never pending.
}

async function isOlderThanNeeded({ client, network, notBefore }: LogSearch, blockNumber: bigint): Promise<boolean> {
  if (!notBefore || blockNumber === 0n) return blockNumber === 0n
  const { timestamp } = await readEvm(network, () => client.getBlock({ blockNumber }))
  return Number(timestamp) * 1_000 < notBefore.getTime()
}

const atLeastZero = (value: bigint) => (value > 0n ? value : 0n)

export type EvmSearch = {
  client: PublicClient
  network: string
  position: ChainPosition
  logSearchBlocks: number
  /** Schemes beyond `exact` and `upto`. */
  further: readonly EvmScheme[]
}

/** A part of the chain to search backwards: from `newestBlock`, to where blocks are older than `notBefore`. */
type SearchRange = { newestBlock: bigint; notBefore: Date | null }

/** A node may show that a nonce is used before it shows the transaction; after this many blocks its silence counts. */
const SETTLED_STATE_BLOCKS = 30n

/**
 * Finds how a used authorization was used. It can only have landed while it was valid, however long ago; its owner can
 * have cancelled it later too. If it has been used for a while and nothing is found, it is `undecidable`.
 * `isUsed` asks for the state at that block. Throws `RpcUnreachableError`.
 */
export async function searchUse(
  { client, network, position }: EvmSearch,
  { validAfter, validBefore }: Authorization,
  {
    search,
    isUsed,
  }: {
    search(range: SearchRange): Promise<AuthorizationTruth | null>
    isUsed(blockNumber: bigint): Promise<boolean>
  },
): Promise<AuthorizationTruth> {
  const { headNumber, finalTime } = position
  const head = { newestBlock: headNumber, notBefore: validAfter }
  const truth =
    validBefore === null || finalTime <= validBefore
      ? await search(head)
      : ((await search({ ...head, newestBlock: await newestBlockUntil(client, network, headNumber, validBefore) })) ??
        (await search({ ...head, notBefore: validBefore })))
  if (truth !== null) return truth
  const earlier = headNumber - SETTLED_STATE_BLOCKS
  return earlier >= 0n && (await isUsed(earlier)) ? undecidable : notFoundYet
}

const undecidable: AuthorizationTruth = {
  state: 'undecidable',
  reason: 'The authorization is used, but not by any transaction within the searched blocks.',
}

const notFoundYet: AuthorizationTruth = {
  state: 'unreadable',
  reason: 'The authorization is used, but its transaction is not to be found yet.',
}

const FIRST_STEP = 1_000n

/** The newest block at or before that time, searched from the head in growing steps; block 0 at the least. */
async function newestBlockUntil(client: PublicClient, network: string, head: bigint, time: Date): Promise<bigint> {
  const isYounger = async (blockNumber: bigint) =>
    Number((await readEvm(network, () => client.getBlock({ blockNumber }))).timestamp) * 1_000 > time.getTime()
  let [old, young] = [0n, head + 1n]
  for (let step = FIRST_STEP; young > old; step *= 2n) {
    const block = head - step
    if (block <= old) break
    if (!(await isYounger(block))) {
      old = block
      break
    }
    young = block
  }
  while (young - old > 1n) {
    const middle = (old + young) / 2n
    if (await isYounger(middle)) young = middle
    else old = middle
  }
  return old
}

/** Five and a half hours where a block takes two seconds; six requests for logs of each asset. */
const WINDOW_BLOCKS = 10_000
/** Transfers of others than the payee that are read for one question: busy wallets get many. */
const MOST_TRANSFERS = 300

/** Payers of one payee with their first payments, the first of them first. */
export type FundingQuestion = {
  network: string
  assets: readonly string[]
  payTo: string
  payers: readonly { payer: string; paidAt: Date; amountAtomic: bigint }[]
}

export type Funding = { payer: string; funder: string; transaction: string }

/**
 * Wallets that gave payers at least their first payment before they made it, in the last blocks, with a transfer that
 * shows it. A refund comes after a payment, anyone can make a transfer of nothing, and a mint has no giver. Throws
 * `RpcUnreachableError`.
 */
export async function findFundings(
  client: PublicClient,
  { network, assets, payTo, payers }: FundingQuestion,
): Promise<Funding[]> {
  const newestBlock = await readEvm(network, () => client.getBlockNumber({ cacheTime: 0 }))
  const range = { client, network, newestBlock, maxBlocks: WINDOW_BLOCKS, notBefore: null }
  const topics = [TRANSFER, null, payers.map(({ payer }) => toTopic(payer))]
  const got = new Map<string, Funding & { left: bigint }>()
  let read = 0
  for (const asset of assets) {
    await searchLogsBackwards({ ...range, address: asset as Address, topics }, async (log) => {
      const args = readTransfer(log)
      const payer = payers.find((one) => one.payer.toLowerCase() === args?.to.toLowerCase())
      if (!args || !payer || args.amountAtomic === 0n || args.from === zeroAddress) return null
      const funder = args.from.toLowerCase()
      read += 1
      if (read > MOST_TRANSFERS && funder !== payTo.toLowerCase()) return null
      const { timestamp } = await readEvm(network, () => client.getBlock({ blockNumber: log.blockNumber }))
      if (Number(timestamp) * 1_000 >= payer.paidAt.getTime()) return null
      const left = (got.get(`${funder} ${payer.payer}`)?.left ?? payer.amountAtomic) - args.amountAtomic
      got.set(`${funder} ${payer.payer}`, { payer: payer.payer, funder, transaction: log.transactionHash, left })
      return null
    })
  }
  return [...got.values()].flatMap(({ left, ...funding }) => (left > 0n ? [] : [funding]))
}

export const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

/** Tokens that moved from one owner to another. Atomic units. */
export type TokenTransfer = { from: string; to: string; amountAtomic: bigint }

/** The transfer that an event of a token is, if it is one. */
export function readTransfer(log: Log): (TokenTransfer & { from: Address; to: Address }) | undefined {
  const args = parseEventLogs({ abi: erc20Abi, logs: [log], eventName: 'Transfer' })[0]?.args
  return args && { from: args.from, to: args.to, amountAtomic: args.value }
}

/** An address that was checked, as a topic of events. */
export const toTopic = (address: string): Hex => pad(address as Hex)
