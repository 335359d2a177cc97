import type { Signature } from '@solana/kit'
import type { SvmRpc } from '../svm/svm-rpc'
import type { TokenTransfer, TransferReading } from './transfer-reading'

type Wanted = { transaction: string; asset: string; confirmations: number }

/**
 * Transfers of a token in one transaction, by the balances before and after it. A transaction in which several owners
 * paid does not say who paid whom, and so shows no transfer. Throws `RpcUnreachableError`.
 */
export async function readSvmTransfers(rpc: SvmRpc, wanted: Wanted): Promise<TransferReading> {
  const commitment = wanted.confirmations > 1 ? 'finalized' : 'confirmed'
  const options = { encoding: 'base64', maxSupportedTransactionVersion: 0, commitment } as const
  const found = await rpc.getTransaction(wanted.transaction as Signature, options).send()
  if (!found?.meta || found.blockTime === null) return { state: 'pending' }
  if (found.meta.err !== null) return { state: 'failed' }
  const { preTokenBalances = [], postTokenBalances = [] } = found.meta
  const changes = new Map<string, bigint>()
  const count = (balances: readonly TokenBalance[], sign: bigint) => {
    for (const { mint, owner, uiTokenAmount } of balances) {
      if (mint !== wanted.asset || owner === undefined) continue
      changes.set(owner, (changes.get(owner) ?? 0n) + sign * BigInt(uiTokenAmount.amount))
    }
  }
  count(preTokenBalances, -1n)
  count(postTokenBalances, 1n)
  return { state: 'landed', at: new Date(Number(found.blockTime) * 1_000), transfers: transfersOf(changes) }
}

type TokenBalance = { mint: string; owner?: string; uiTokenAmount: { amount: string } }

function transfersOf(changes: ReadonlyMap<string, bigint>): TokenTransfer[] {
  const payers = [...changes].filter(([, change]) => change < 0n)
  const [from] = payers[0] ?? []
  if (payers.length !== 1 || from === undefined) return []
  return [...changes].filter(([, change]) => change > 0n).map(([to, amountAtomic]) => ({ from, to, amountAtomic }))
}
