import type { Signature, Address as SvmAddress } from '@solana/kit'
import { type Address, type Hex, isAddressEqual, type Log, type PublicClient } from 'viem'
import { type Family, familyOf } from '@/lib/base/x402/networks'
import { readEvm } from '../evm/evm-client'
import type { EvmScheme } from '../evm/evm-scheme'
import { readTransfer, searchLogsBackwards, TRANSFER, toTopic } from '../evm/search-logs'
import type { NetworkAccess } from '../network-access'
import type { SvmRpc } from '../svm/svm-rpc'
import { readSvmTransfers } from '../transfers/read-transfers'

/**
 * Lists transfers to our payees and actions of our gas wallets on a network since then; null for a network that is not
 * searched. Throws `RpcUnreachableError`.
 */
export async function listMovements(
  access: Pick<NetworkAccess, 'evmClient' | 'svmRpc' | 'further'>,
  search: MovementSearch,
): Promise<Movement[] | null> {
  const { network } = search
  const families: Record<Family, () => Promise<Movement[]> | null> = {
    evm: () => listEvmMovements(access.evmClient(network), search, access.further),
    svm: () => listSvmMovements(access.svmRpc(network), search),
    avm: () => null,
  }
  const family = familyOf(network)
  return family && families[family]()
}

/** Finds the time and sender of a movement. Throws `RpcUnreachableError`. */
export async function readMovementFacts(
  access: Pick<NetworkAccess, 'evmClient' | 'svmRpc'>,
  movement: Movement,
  gasWallets: readonly string[],
): Promise<MovementFacts> {
  const { network, transaction, asset } = movement
  if (familyOf(network) === 'evm') return readEvmFacts(access.evmClient(network), movement, gasWallets)
  const wanted = { transaction, asset: asset ?? '', confirmations: 1 }
  const reading = await readSvmTransfers(access.svmRpc(network), wanted)
  return { at: reading.state === 'landed' ? reading.at : new Date(0), isSentByUs: true }
}

const SIGNATURES_AT_ONCE = 1_000

/**
 * Transfers of the assets in transactions that our gas wallets paid for since then, newest first. What others paid for
 * is not looked at: who pays a fee is all that one list of a Solana node goes by. Throws `RpcUnreachableError`.
 */
async function listSvmMovements(rpc: SvmRpc, search: MovementSearch): Promise<Movement[]> {
  const found: Movement[] = []
  for (const wallet of search.gasWallets) {
    for (const entry of await listSignatures(rpc, wallet as SvmAddress, search.since)) {
      found.push(...(await readMovements(rpc, search, entry)))
    }
  }
  return found
}

type SignatureEntry = { signature: Signature; slot: bigint }

async function listSignatures(rpc: SvmRpc, wallet: SvmAddress, since: Date): Promise<SignatureEntry[]> {
  const listed: SignatureEntry[] = []
  let before: Signature | undefined
  for (;;) {
    const options = { limit: SIGNATURES_AT_ONCE, commitment: 'confirmed', ...(before && { before }) } as const
    const entries = await rpc.getSignaturesForAddress(wallet, options).send()
    const recent = entries.filter(({ blockTime }) => blockTime === null || Number(blockTime) * 1_000 >= since.getTime())
    listed.push(...recent.filter(({ err }) => err === null))
    before = entries.at(-1)?.signature
    if (entries.length < SIGNATURES_AT_ONCE || recent.length < entries.length) return listed
  }
}

async function readMovements(
  rpc: SvmRpc,
  search: MovementSearch,
  { signature, slot }: SignatureEntry,
): Promise<Movement[]> {
  const { network, assets } = search
  const readings = await Promise.all(
    assets.map(async (asset) => ({
      asset,
      reading: await readSvmTransfers(rpc, { transaction: signature, asset, confirmations: 1 }),
    })),
  )
  return readings.flatMap(({ asset, reading }) => {
    if (reading.state !== 'landed') return []
    const place = { kind: 'transfer', network, transaction: signature, height: slot, asset } as const
    return reading.transfers.map((transfer) => ({ ...place, ...transfer }))
  })
}

/** Addresses per search: what public endpoints still take. */
const ADDRESSES_AT_ONCE = 200

/**
 * Transfers of the assets to the payees, and what our gas wallets did at the contracts of further schemes, newest
 * first: by the events of all blocks from `since` on, and of some before it. Throws `RpcUnreachableError`.
 */
async function listEvmMovements(
  client: PublicClient,
  search: MovementSearch,
  further: readonly EvmScheme[],
): Promise<Movement[]> {
  const { network, since, assets, payees, gasWallets } = search
  const newestBlock = await readEvm(network, () => client.getBlockNumber({ cacheTime: 0 }))
  const range = { client, network, newestBlock, maxBlocks: Number(newestBlock), notBefore: since }
  const found: Movement[] = []
  const collect = (address: Address, topics: (Hex | Hex[] | null)[], read: (log: FoundLog) => Movement[]) =>
    searchLogsBackwards({ ...range, address, topics }, async (log) => {
      found.push(...read(log))
      return null
    })
  for (const asset of assets) {
    for (const some of inChunks(payees)) {
      await collect(asset as Address, [TRANSFER, null, some.map(toTopic)], (log) =>
        movementsIn({ network, further }, log),
      )
    }
  }
  for (const { contract, events } of further) {
    for (const some of inChunks(gasWallets)) {
      await collect(contract, [events.topics, null, some.map(toTopic)], (log) =>
        events.read(log).map((moved) => ({ ...placeOf(network, log), from: null, asset: null, ...moved })),
      )
    }
  }
  return found
}

async function readEvmFacts(
  client: PublicClient,
  { network, transaction }: Movement,
  gasWallets: readonly string[],
): Promise<MovementFacts> {
  const hash = transaction as Hex // The node has named it itself.
  const { from, blockNumber } = await readEvm(network, () => client.getTransactionReceipt({ hash }))
  const { timestamp } = await readEvm(network, () => client.getBlock({ blockNumber }))
  const isSentByUs = gasWallets.some((wallet) => isAddressEqual(wallet as Address, from))
  return { at: new Date(Number(timestamp) * 1_000), isSentByUs }
}

type FoundLog = Log<bigint, number, false>
type EvmPlace = { network: string; further: readonly EvmScheme[] }

function movementsIn({ network, further }: EvmPlace, log: FoundLog): Movement[] {
  const transfer = readTransfer(log)
  if (!transfer) return []
  const payer = further.find(({ contract }) => isAddressEqual(transfer.from, contract))
  return [{ ...placeOf(network, log), kind: payer?.events.payout ?? 'transfer', asset: log.address, ...transfer }]
}

const placeOf = (network: string, { transactionHash, blockNumber }: FoundLog) => ({
  network,
  transaction: transactionHash,
  height: blockNumber,
})

function inChunks(addresses: readonly string[]): string[][] {
  const count = Math.ceil(addresses.length / ADDRESSES_AT_ONCE)
  return Array.from({ length: count }, (_, n) => addresses.slice(n * ADDRESSES_AT_ONCE, (n + 1) * ADDRESSES_AT_ONCE))
}

/** A transfer to one of our payees, or what one of our gas wallets did at a scheme's contract. Atomic units. */
export type Movement = {
  /** `transfer`, or what a scheme calls it. */
  kind: string
  network: string
  transaction: string
  /** Block or slot. */
  height: bigint
  /** The payer's address; null where the transaction does not tell. */
  from: string | null
  /** The recipient's address, or what it was about. */
  to: string
  asset: string | null
  amountAtomic: bigint
}

type MovementSearch = {
  network: string
  since: Date
  assets: readonly string[]
  payees: readonly string[]
  gasWallets: readonly string[]
}

/** The time of a movement's block; `isSentByUs`: one of our gas wallets sent it. */
export type MovementFacts = { at: Date; isSentByUs: boolean }
