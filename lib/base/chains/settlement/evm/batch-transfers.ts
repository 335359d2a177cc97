import { eip3009ABI } from '@x402/evm'
import { decodeFunctionData, type Hex, multicall3Abi, parseTransaction, type TransactionSerialized } from 'viem'
import type { Authorization } from '@/lib/base/chains/authorization'
import { batchCalls, type EvmCall } from '@/lib/base/chains/evm/evm-call'
import { hasCode } from '@/lib/base/chains/evm/has-code'
import { gasCapOf } from '@/lib/base/chains/evm/settlement-kind'
import type { PreparedSettlement, Refusal } from '../settlement-chain'
import type { GasBoundCall } from './evm-gas-wallet'
import { BASE_GAS, type PreparationTools, prepareAlone } from './prepare-evm-settlement'

/** Joins the calls into one transaction's call; each may fail without the others. */
export function joinCalls(calls: GasBoundCall[]): GasBoundCall {
  const [first] = calls
  if (calls.length === 1 && first) return first
  // Each was prepared for its own transaction.
  const gas = calls.reduce((sum, call) => sum + call.gas - BASE_GAS, BASE_GAS)
  return { ...batchCalls(calls), gas }
}

/** Number of plain transfers that fit into one transaction. */
export async function maxBatch({ policy, readMarket }: PreparationTools): Promise<number> {
  const gas = gasCapOf(policy, 'batchGas', (await readMarket()).blockGasLimit)
  return Math.max(1, Number((gas - BASE_GAS) / policy.transferGas))
}

/**
 * Takes payers that now have code out of a shared transaction: the token asks that code whether it agrees, and it may
 * say yes to a simulation and burn the gas of all others in the real call.
 */
export async function separateByCode(
  tools: PreparationTools,
  prepared: PreparedSettlement[],
): Promise<(PreparedSettlement | Refusal)[]> {
  const mustPart = await Promise.all(prepared.map((entry) => hasPayerCode(tools, entry)))
  return Promise.all(
    prepared.map((entry, index) => (mustPart[index] ? sendAlone(tools, entry.key, entry.work as GasBoundCall) : entry)), // Ours.
  )
}

async function hasPayerCode({ rpc, network }: PreparationTools, { isBatchable, work }: PreparedSettlement) {
  const { payer } = work as GasBoundCall // `prepareEvmSettlement` made it.
  return isBatchable && payer !== undefined && hasCode(rpc.client, network, payer)
}

async function sendAlone(tools: PreparationTools, key: string, call: EvmCall): Promise<PreparedSettlement | Refusal> {
  const cap = gasCapOf(tools.policy, 'contractGas', (await tools.readMarket()).blockGasLimit)
  return prepareAlone(tools, { key, call, sender: null, cap })
}

/** Takes one authorization's transfer out of a shared transaction, and tries it again. */
export async function takeOutOfBatch(
  tools: PreparationTools,
  raw: string,
  { key, payer, nonce }: Authorization,
): Promise<PreparedSettlement | Refusal> {
  const { data = '0x' } = parseTransaction(raw as TransactionSerialized<'eip1559'>) // We signed it as such.
  const { args } = decodeFunctionData({ abi: multicall3Abi, data })
  const calls = (args?.[0] ?? []) as readonly { target: Hex; callData: Hex }[] // `joinCalls` made it.
  const call = calls.find(({ callData }) => {
    const [from, , , , , of] = decodeFunctionData({ abi: eip3009ABI, data: callData }).args as readonly unknown[]
    return String(from).toLowerCase() === payer && String(of).toLowerCase() === nonce
  })
  if (!call) throw new Error('Expected the transfer to be part of the transaction.')
  return sendAlone(tools, key, { to: call.target, data: call.callData })
}
