import { eip3009ABI } from '@x402/evm'
import { decodeFunctionData, type Hex, multicall3Abi, parseTransaction, type TransactionSerialized } from 'viem'
import type { Authorization } from '@/lib/base/chains/authorization'
import { PayloadError, RpcUnreachableError } from '@/lib/base/chains/errors'
import { batchCalls, type EvmCall } from '@/lib/base/chains/evm/evm-call'
import { hasCode, readEvm } from '@/lib/base/chains/evm/evm-client'
import { findDueDeployment } from '@/lib/base/chains/evm/find-due-deployment'
import { gasCapOf } from '@/lib/base/chains/evm/settlement-call'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { reasons } from '@/lib/base/x402/reasons'
import { type PreparedSettlement, refuse, type SettlementRefusal } from '../settlement-chain'
import type { GasBoundCall } from './evm-gas-wallet'
import type { EvmFees } from './gas-market'
import type { PreparationTools } from './payment-kind'
import { plainTransferOf } from './transfer-kind'

/** Gas of a transaction before its calls, including what joins several calls. */
export const BASE_GAS = 80_000n

/** Head room over an estimate, in percent: the state may change before the transaction lands. */
const GAS_MARGIN = 130n

/**
 * The transaction that settles a payment, with the most gas that may be spent on it. A plain transfer is bounded
 * without asking the chain; all else is tried first, with no more gas than its kind may take.
 */
export async function prepareEvmSettlement(
  tools: PreparationTools,
  payment: SignedPayment,
  amountAtomic: bigint,
): Promise<PreparedSettlement | SettlementRefusal> {
  const { key, payer } = payment.authorization
  return orRefusal(async () => {
    const { baseFee, ceiling, blockGasLimit } = await tools.readMarket()
    if (baseFee > ceiling.maxFeePerGas) return refuse(reasons.gasPriceTooHigh, TOO_DEAR)
    const plain = plainTransferOf(payment, tools.knownAsset)
    if (plain) {
      const work: GasBoundCall = { ...plain, gas: tools.policy.transferGas + BASE_GAS, payer: payer as Hex } // Parsed.
      return { isRefused: false, key, wallet: null, isBatchable: true, work }
    }
    const kind = tools.kindOf(payment)
    const requirements = { ...payment.requirements, amount: amountAtomic.toString() }
    const { call, sender, deployment } = kind.buildCall({ ...payment, requirements })
    const chain = { client: tools.rpc.client, network: tools.network, factories: tools.factories }
    const due = deployment && (await findDueDeployment(chain, payer as Hex, deployment)) // Parsed.
    const gasKind = kind.gasKindOf(payment, { isWrapped: deployment !== null, isDue: due !== null })
    return prepareAlone(tools, {
      key,
      // The wallet may be there by then; the settlement must succeed, or an estimate would find too little gas.
      call: due ? batchCalls([due, { ...call, mustSucceed: true }]) : call,
      sender,
      cap: gasCapOf(tools.policy, gasKind, blockGasLimit),
    })
  })
}

const TOO_DEAR =
  'The network asks more for gas than is paid here. Nothing was paid; settle again when fees have fallen.'

type AloneTools = Pick<PreparationTools, 'rpc' | 'network' | 'wallets' | 'readMarket'>

/** Prepares a call for its own transaction; refuses it when it does not succeed within `cap`. */
export async function prepareAlone(
  tools: AloneTools,
  { key, call, sender, cap }: { key: string; call: EvmCall; sender: Hex | null; cap: bigint },
): Promise<PreparedSettlement | SettlementRefusal> {
  const work = await withGas(tools, call, { sender, cap })
  if (work) return { isRefused: false, key, wallet: sender, isBatchable: false, work }
  const message = `The settlement does not succeed within ${cap} gas, the most that is spent on it.`
  return refuse(reasons.invalidTransactionState, message)
}

/** Turns the `PayloadError` of a payload that cannot be settled into a refusal with its reason. */
async function orRefusal<T>(run: () => Promise<T | SettlementRefusal>): Promise<T | SettlementRefusal> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof PayloadError) return refuse(error.reason, error.message)
    throw error
  }
}

/**
 * The call with the gas it needs, at most `cap`; null when the chain says that it fails within that. The trial has the
 * real gas limit and the real fees, so that code which burns gas, or recognises a trial by its price, costs us no fee.
 * Throws `RpcUnreachableError`.
 */
async function withGas(
  { rpc, network, wallets, readMarket }: AloneTools,
  { to, data }: EvmCall,
  { sender, cap }: { sender: Hex | null; cap: bigint },
): Promise<GasBoundCall | null> {
  const account = sender ?? wallets[0]?.address
  const { fees } = await readMarket()
  const estimate = (price: Partial<EvmFees>) =>
    readEvm(network, () => rpc.client.estimateGas({ account, to, data, gas: cap, ...price })).catch(orNull)
  let needed = await estimate(fees)
  if (needed === null && account) {
    // A wallet without the money for that much gas fails only for that reason.
    const balance = await readEvm(network, () => rpc.client.getBalance({ address: account }))
    if (balance < cap * fees.maxFeePerGas) needed = await estimate({})
  }
  if (needed === null || needed > cap) return null
  const generous = (needed * GAS_MARGIN) / 100n
  return { to, data, gas: generous < cap ? generous : cap }
}

/** Null when the chain refuses; throws when it is silent. */
function orNull(error: unknown): null {
  if (error instanceof RpcUnreachableError) throw error
  return null
}

/** Joins the calls into one transaction's call; each may fail without the others. */
export function joinCalls(calls: GasBoundCall[]): GasBoundCall {
  const [first] = calls
  if (calls.length === 1 && first) return first
  // Each was prepared for its own transaction.
  const gas = calls.reduce((sum, call) => sum + call.gas - BASE_GAS, BASE_GAS)
  return { ...batchCalls(calls), gas }
}

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
): Promise<(PreparedSettlement | SettlementRefusal)[]> {
  const mustPart = await Promise.all(prepared.map((entry) => hasPayerCode(tools, entry)))
  return Promise.all(
    prepared.map((entry, index) => (mustPart[index] ? sendAlone(tools, entry.key, entry.work as GasBoundCall) : entry)), // Ours.
  )
}

async function hasPayerCode({ rpc, network }: PreparationTools, { isBatchable, work }: PreparedSettlement) {
  const { payer } = work as GasBoundCall // `prepareEvmSettlement` made it.
  return isBatchable && payer !== undefined && hasCode(rpc.client, network, payer)
}

async function sendAlone(
  tools: PreparationTools,
  key: string,
  call: EvmCall,
): Promise<PreparedSettlement | SettlementRefusal> {
  const cap = gasCapOf(tools.policy, 'contractGas', (await tools.readMarket()).blockGasLimit)
  return prepareAlone(tools, { key, call, sender: null, cap })
}

/** Takes one authorization's transfer out of a shared transaction, and tries it again. */
export async function takeOutOfBatch(
  tools: PreparationTools,
  raw: string,
  { key, payer, nonce }: Authorization,
): Promise<PreparedSettlement | SettlementRefusal> {
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
