import type { Address, Signature } from '@solana/kit'
import type { SvmRpc } from '../svm/svm-rpc'
import { readSvmTransfers } from '../transfers/read-svm-transfers'
import type { Movement, MovementSearch } from './movement'

const SIGNATURES_AT_ONCE = 1_000

/**
 * Transfers of the assets in transactions that our gas wallets paid for since then, newest first. What others paid for
 * is not looked at: who pays a fee is all that one list of a Solana node goes by. Throws `RpcUnreachableError`.
 */
export async function listSvmMovements(rpc: SvmRpc, search: MovementSearch): Promise<Movement[]> {
  const found: Movement[] = []
  for (const wallet of search.gasWallets) {
    for (const entry of await listSignatures(rpc, wallet as Address, search.since)) {
      found.push(...(await readMovements(rpc, search, entry)))
    }
  }
  return found
}

type Entry = { signature: Signature; slot: bigint }

async function listSignatures(rpc: SvmRpc, wallet: Address, since: Date): Promise<Entry[]> {
  const listed: Entry[] = []
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

async function readMovements(rpc: SvmRpc, search: MovementSearch, { signature, slot }: Entry): Promise<Movement[]> {
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
