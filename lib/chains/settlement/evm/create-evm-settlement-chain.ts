import { encodeFunctionData, type Hex, multicall3Abi } from 'viem'
import { reasons } from '@/lib/x402/reasons'
import { assetOf } from '../../assets'
import type { Authorization } from '../../authorization'
import type { Chains } from '../../chains'
import { PayloadError, RpcUnreachableError } from '../../errors'
import { batchCalls, type EvmCall, MULTICALL3_ADDRESS } from '../../evm/evm-call'
import { readEvm } from '../../evm/evm-client'
import { findDueDeployment } from '../../evm/find-due-deployment'
import type { EvmGasWallet } from '../../evm/gas-wallet'
import { buildSettlementCall } from '../../evm/settlement-call'
import type { FacilitatorSchemes } from '@/lib/chains/facilitator/facilitator-schemes'
import { refuse } from '../refuse'
import type { Payment, PreparedSettlement, Refusal, SettlementChain } from '../settlement-chain'
import { assessEvmPayments } from './assess-evm-payments'
import { type GasBoundCall, readEvmWallet, signCall, signReplacement } from './evm-gas-wallet'
import { createEvmRpc, type EvmRpc } from './evm-rpc'
import { createGasFees } from './gas-fees'
import { plainTransferOf } from './plain-transfer'
import { readReceipt } from './read-receipt'
import { sendRawTransaction } from './send-raw-transaction'
import { isEip3009Nonce, settlementsIn } from './settlement-events'

export type EvmSettlementOptions = {
  network: string
  assets: readonly string[]
  chains: Chains
  wallets: readonly EvmGasWallet[]
  schemes: FacilitatorSchemes
  findAuthorization: Chains['findAuthorization']
  now: () => Date
}

/** What one transfer costs at most inside a batch, and a batch for itself. */
const BATCH_ITEM_GAS = 100_000n
const BATCH_BASE_GAS = 80_000n

/** Head room over an estimate, in percent: the state may change before the transaction lands. */
const GAS_MARGIN = 130n

/** Settlements of one EVM network: exact (EIP-3009, Permit2) and upto. */
export function createEvmSettlementChain(options: EvmSettlementOptions): SettlementChain {
  const { network, chains, wallets, schemes } = options
  const rpc = createEvmRpc(chains.configOf(network))
  const readFees = createGasFees(rpc.client)
  const knownAsset = assetOf(network)?.address.toLowerCase() ?? null
  const verify = ({ payload, requirements }: Payment) => schemes.verify(payload, requirements)
  return {
    network,
    assets: options.assets,
    hasNonces: true,
    kinds: schemes.kinds.flatMap((kind) => (kind.network === network ? [toKind(kind)] : [])),
    wallets: wallets.map((wallet) => wallet.address),
    pollIntervalMs: rpc.pollIntervalMs,
    async check({ payload, requirements, authorization }) {
      const verdict = await chains.checkSignature(payload, requirements)
      if (!verdict.isValid) return refuse(verdict.invalidReason ?? reasons.invalidPayload)
      return checkTimes(authorization, options.now())
    },
    assess: (requests) => assessEvmPayments({ rpc, network, verify, knownAsset }, requests),
    prepare: (payment, amountAtomic) =>
      prepareSettlement(
        { rpc, network, knownAsset, wallets, factories: chains.walletFactories },
        payment,
        amountAtomic,
      ),
    async sign(prepared, { wallet, nonce }) {
      if (nonce === null) throw new Error('Expected a nonce for an EVM transaction.')
      const call = joinCalls(prepared.map((entry) => entry.work as GasBoundCall)) // `prepare` made them.
      return signCall(walletAmong(wallets, wallet), { network, call, nonce, fees: await readFees() })
    },
    replace: async (sent) =>
      signReplacement(walletAmong(wallets, sent.wallet), { network, sent, fees: await readFees() }),
    send: (raw) => sendRawTransaction(rpc, raw),
    async readTransaction(hashes, authorizations) {
      const reading = await readReceipt(rpc, hashes)
      if (reading.state !== 'confirmed') return reading
      const { hash, height, receipt } = reading
      return { state: 'landed', hash, height, settlements: settlementsIn(receipt, authorizations) }
    },
    async isDead({ wallet, nonce, hashes }) {
      if (nonce === null || (await countFinal(rpc, wallet as Hex)) <= nonce) return false // Ours, see `wallets`.
      return (await readReceipt(rpc, hashes)).state === 'missing'
    },
    findAuthorization: options.findAuthorization,
    readWallet: async (wallet) => readEvmWallet(rpc, walletAmong(wallets, wallet).address, await readFees()),
  }
}

type GasTools = { rpc: EvmRpc; network: string; wallets: readonly EvmGasWallet[] }

async function prepareSettlement(
  tools: GasTools & { knownAsset: string | null; factories: readonly string[] | undefined },
  payment: Payment,
  amountAtomic: bigint,
): Promise<PreparedSettlement | Refusal> {
  const { key, payer } = payment.authorization
  return orRefusal(async () => {
    const plain = plainTransferOf(payment, tools.knownAsset)
    if (plain) {
      const work: GasBoundCall = { ...plain, gas: BATCH_ITEM_GAS + BATCH_BASE_GAS }
      return { isRefused: false, key, wallet: null, isBatchable: true, work }
    }
    const requirements = { ...payment.requirements, amount: amountAtomic.toString() }
    const { call, sender, deployment } = buildSettlementCall(payment.payload, requirements)
    const chain = { client: tools.rpc.client, network: tools.network, factories: tools.factories ?? [] }
    const due = deployment && (await findDueDeployment(chain, payer as Hex, deployment)) // Checked when it was read.
    const whole = due ? deployAndCall(due, call) : call
    const work = await withGas(tools, whole, sender)
    return work
      ? { isRefused: false, key, wallet: sender, isBatchable: false, work }
      : refuse(reasons.invalidTransactionState)
  })
}

/** A payload that no settlement can follow from is refused, with its reason. */
async function orRefusal<T>(run: () => Promise<T | Refusal>): Promise<T | Refusal> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof PayloadError) return refuse(error.reason, error.message)
    throw error
  }
}

/**
 * Deploys the payer's wallet and settles in one transaction. The wallet may be there already; the settlement must
 * succeed, or else an estimate would find a gas limit at which it fails quietly.
 */
function deployAndCall(deployment: EvmCall, call: EvmCall): EvmCall {
  const steps = [
    { target: deployment.to, allowFailure: true, callData: deployment.data },
    { target: call.to, allowFailure: false, callData: call.data },
  ]
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [steps] })
  return { to: MULTICALL3_ADDRESS, data }
}

/** The call with the gas it needs, or null when the chain says that it would fail. Throws `RpcUnreachableError`. */
async function withGas(
  { rpc, network, wallets }: GasTools,
  call: EvmCall,
  sender: Hex | null,
): Promise<GasBoundCall | null> {
  const account = sender ?? wallets[0]?.address
  const { to, data } = call
  const estimate = await readEvm(network, () => rpc.client.estimateGas({ account, to, data })).catch(orNull)
  return estimate === null ? null : { ...call, gas: (estimate * GAS_MARGIN) / 100n }
}

/** What the chain refuses, as against a silence. */
function orNull(error: unknown): null {
  if (error instanceof RpcUnreachableError) throw error
  return null
}

function joinCalls(calls: GasBoundCall[]): GasBoundCall {
  const [first] = calls
  if (calls.length === 1 && first) return first
  return { ...batchCalls(calls), gas: BATCH_BASE_GAS + BATCH_ITEM_GAS * BigInt(calls.length) }
}

/** How many transactions of the wallet are final, by the same depth that settlements need. */
async function countFinal(rpc: EvmRpc, address: Hex): Promise<bigint> {
  if (rpc.confirmations <= 1) return BigInt(await rpc.client.getTransactionCount({ address, blockTag: 'latest' }))
  const head = await rpc.client.getBlockNumber({ cacheTime: 0 })
  const blockNumber = head - BigInt(rpc.confirmations) + 1n
  return blockNumber < 0n ? 0n : BigInt(await rpc.client.getTransactionCount({ address, blockNumber }))
}

/** The SDK's margins: six seconds must be left, none may be missing at the start. */
function checkTimes({ validAfter, validBefore, nonce }: Authorization, now: Date): Refusal | null {
  const isPermit2 = !isEip3009Nonce(nonce)
  if (validBefore && validBefore.getTime() < now.getTime() + 6_000) {
    return refuse(isPermit2 ? 'permit2_deadline_expired' : 'invalid_exact_evm_payload_authorization_valid_before')
  }
  if (validAfter && validAfter.getTime() > now.getTime()) {
    return refuse(isPermit2 ? 'permit2_not_yet_valid' : 'invalid_exact_evm_payload_authorization_valid_after')
  }
  return null
}

function toKind({ scheme, extra }: FacilitatorSchemes['kinds'][number]): SettlementChain['kinds'][number] {
  return { scheme: scheme === 'upto' ? 'upto' : 'exact', ...(extra ? { extra } : {}) }
}

function walletAmong(wallets: readonly EvmGasWallet[], address: string): EvmGasWallet {
  const wallet = wallets.find((entry) => entry.address.toLowerCase() === address.toLowerCase())
  if (!wallet) throw new Error('Expected one of our gas wallets.')
  return wallet
}
