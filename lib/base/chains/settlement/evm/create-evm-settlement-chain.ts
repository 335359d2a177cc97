import { BaseError, type Hex, HttpRequestError, type PublicClient, TimeoutError } from 'viem'
import { reasons } from '@/lib/base/x402/reasons'
import { assetOf } from '../../assets'
import type { EvmAccount } from '../../evm/evm-account'
import { gasPolicyOf } from '../../gas-policy'
import type { SignedPayment } from '../../signed-payment'
import type { SettlementChainOptions } from '../payer-made-chain'
import { type Assessment, refuse, refusedFor, type SendResult, type SettlementChain } from '../settlement-chain'
import { assessEvmPayments } from './assess-evm-payments'
import { type GasBoundCall, isFiller, readEvmWallet, signCall, signFiller, signReplacement } from './evm-gas-wallet'
import { createEvmRpc, type EvmRpc } from './evm-rpc'
import { createGasMarket } from './gas-market'
import type { SettledScheme } from './payment-kind'
import { joinCalls, maxBatch, prepareEvmSettlement, separateByCode, takeOutOfBatch } from './prepare-evm-settlement'
import { readReceipt, settlementsIn } from './read-receipt'
import { transferKind } from './transfer-kind'

type EvmSettlementOptions = SettlementChainOptions<EvmAccount> & {
  /** Sign for receivers without a key for it: the first for new terms. */
  receiverAuthorizers: readonly EvmAccount[]
  /** Schemes beyond `exact` and `upto`. */
  further: readonly SettledScheme[]
  now: () => Date
}

/** Settlements of one EVM network: exact (EIP-3009, Permit2), upto, and further schemes. */
export function createEvmSettlementChain(options: EvmSettlementOptions): SettlementChain {
  const { network, chains, wallets, schemes, receiverAuthorizers, further } = options
  const rpc = createEvmRpc(chains.configOf(network))
  const policy = gasPolicyOf(chains.configOf(network).gas)
  const readMarket = createGasMarket(rpc.client, policy)
  const knownAsset = assetOf(network)?.address.toLowerCase() ?? null
  const verify = ({ payload, requirements }: SignedPayment) => schemes.verify(payload, requirements)
  const factories = chains.walletFactories ?? []
  const kindOf = ({ authorization: { scheme } }: SignedPayment) =>
    further.find(({ name }) => name === scheme)?.payments ?? transferKind
  const tools = { rpc, network, knownAsset, factories, wallets, policy, readMarket, kindOf }
  const requestTools = { ...tools, authorizers: receiverAuthorizers, checkSignature: chains.checkSignature }
  /** A simulation runs at the time of the last block, when a payment that has begun by our clock may not have. */
  const nameEarly = (assessment: Assessment, payment: SignedPayment | undefined): Assessment => {
    if (!payment || assessment.isValid || !assessment.reason.endsWith('_simulation_failed')) return assessment
    const early = kindOf(payment).check(payment, new Date(options.now().getTime() - BLOCK_MS))
    return early ? refusedFor(early.reason) : assessment
  }
  return {
    network,
    assets: options.assets,
    hasNonces: true,
    kinds: schemes.kinds.filter((kind) => kind.network === network),
    wallets: wallets.map((wallet) => wallet.address),
    dailyBudget: policy.dailyBudget,
    pollIntervalMs: rpc.pollIntervalMs,
    async check(payment) {
      const verdict = await chains.checkSignature(network, payment)
      if (!verdict.isValid) return refuse(verdict.invalidReason ?? reasons.invalidPayload)
      const refusal = kindOf(payment).check(payment, options.now())
      return refusal && { ...refusal, isSigned: true }
    },
    further: chains.further,
    requests: Object.fromEntries(further.map(({ name, openRequests }) => [name, openRequests(requestTools)])),
    assess(requests) {
      // Settling asks next; an unknown market is read together with this request.
      readMarket().catch(() => {})
      return assessEvmPayments({ ...tools, verify }, requests).then((assessments) =>
        assessments.map((assessment, index) => nameEarly(assessment, requests[index]?.payment)),
      )
    },
    prepare: (payment, amountAtomic) => prepareEvmSettlement(tools, payment, amountAtomic),
    separate: (prepared) => separateByCode(tools, prepared),
    takeOut: (raw, authorization) => takeOutOfBatch(tools, raw, authorization),
    maxBatch: () => maxBatch(tools),
    async sign(prepared, { wallet, nonce }) {
      if (nonce === null) throw new Error('Expected a nonce for an EVM transaction.')
      const call = joinCalls(prepared.map((entry) => entry.work as GasBoundCall)) // `prepare` made them.
      return signCall(walletAmong(wallets, wallet), { network, call, nonce, fees: (await readMarket()).fees })
    },
    replace: async (sent) =>
      signReplacement(walletAmong(wallets, sent.wallet), { network, sent, market: await readMarket() }),
    fill: async (slot) => signFiller(walletAmong(wallets, slot.wallet), { network, slot, market: await readMarket() }),
    isFiller,
    send: (raw) => sendRawTransaction(rpc.nodes, raw),
    untilNextBlock: rpc.untilNextBlock,
    async readTransaction({ hashes }, authorizations) {
      const reading = await readReceipt(rpc, hashes)
      if (reading.state !== 'confirmed') return reading
      const { hash, height, receipt } = reading
      return {
        state: 'landed',
        hash,
        height,
        fee: receipt.fee,
        settlements: settlementsIn(receipt, authorizations, further),
      }
    },
    async isDead({ wallet, nonce, hashes }) {
      if (nonce === null || (await countFinal(rpc, wallet as Hex)) <= nonce) return false // Ours, see `wallets`.
      return (await readReceipt(rpc, hashes)).state === 'missing'
    },
    // Only our own transaction can do a receiver's action: what it did not do is not done.
    findAuthorization: async (authorization, since) =>
      further.some(({ isRequest }) => isRequest(authorization))
        ? { state: 'unused' }
        : options.findAuthorization(authorization, since),
    readFinalBlock: () => readFinalBlock(rpc),
    walletOf: (payment) => {
      if (payment.requirements.scheme !== 'upto') return null
      const { sender } = kindOf(payment).buildCall(payment)
      return wallets.find(({ address }) => address.toLowerCase() === sender?.toLowerCase())?.address ?? null
    },
    readBalance: (wallet) => rpc.client.getBalance({ address: walletAmong(wallets, wallet).address }),
    signerFault: (wallet) => walletAmong(wallets, wallet).remote?.fault() ?? null,
    readWallet: async (wallet) => readEvmWallet(rpc, walletAmong(wallets, wallet).address, (await readMarket()).fees),
  }
}

/** The longest time between two blocks. */
const BLOCK_MS = 60_000

/** Counts the wallet's final transactions, by the same depth that settlements need. */
async function countFinal(rpc: EvmRpc, address: Hex): Promise<bigint> {
  if (rpc.confirmations <= 1) return BigInt(await rpc.client.getTransactionCount({ address, blockTag: 'latest' }))
  const head = await rpc.client.getBlockNumber({ cacheTime: 0 })
  const blockNumber = head - BigInt(rpc.confirmations) + 1n
  return blockNumber < 0n ? 0n : BigInt(await rpc.client.getTransactionCount({ address, blockNumber }))
}

/** Used where a node does not say what is final: no chain that we know is rolled back deeper. */
const FINAL_DEPTH = 1_000n

async function readFinalBlock({ client }: EvmRpc): Promise<{ height: bigint; time: Date }> {
  const told = await client.getBlock({ blockTag: 'finalized' }).catch(() => null)
  const head = told?.number ? null : await client.getBlockNumber({ cacheTime: 0 })
  const blockNumber = head === null || head < FINAL_DEPTH ? 0n : head - FINAL_DEPTH
  const { number, timestamp } = told?.number ? told : await client.getBlock({ blockNumber })
  return { height: number, time: new Date(Number(timestamp) * 1_000) }
}

function walletAmong(wallets: readonly EvmAccount[], address: string): EvmAccount {
  const wallet = wallets.find((entry) => entry.address.toLowerCase() === address.toLowerCase())
  if (!wallet) throw new Error('Expected one of our gas wallets.')
  return wallet
}

/**
 * Sends a signed transaction to every endpoint, so that one that drops it does no harm. Safe to repeat: the same bytes
 * are the same transaction.
 */
async function sendRawTransaction(nodes: readonly PublicClient[], raw: string): Promise<SendResult> {
  const results = await Promise.all(nodes.map((node) => sendTo(node, raw as Hex))) // Our own signing made it.
  for (const kind of ['accepted', 'stale', 'impossible', 'refused'] as const) {
    const result = results.find((entry) => entry.kind === kind)
    if (result) return result
  }
  return { kind: 'unreachable' }
}

async function sendTo(node: PublicClient, raw: Hex): Promise<SendResult> {
  try {
    await node.sendRawTransaction({ serializedTransaction: raw })
    return { kind: 'accepted' }
  } catch (error) {
    return resultOf(error)
  }
}

/**
 * Nodes' messages for a transaction that can never be in a block, with any fees and balance: geth's and its
 * descendants', reth's, erigon's, nethermind's and anvil's. All others may pass.
 */
const NEVER = [
  /exceeds (the )?block gas ?limit|gas_limit > (env\.)?block|CallGasCostMoreThanGasLimit|caller gas limit|block gas limit exceeded/i,
  /gas ?limit ?exceeded|gas limit too high|maximum per-?transaction gas|intrinsic gas|floor data gas|gas required exceeds/i,
  /priority fee per gas (higher|greater)|tip (above|higher than) fee ?cap|exceeds the configured cap|fee cap too (high|low)/i,
  /invalid sender|invalid signature|invalid chain ?id|transaction type not supported|oversized|init ?code size/i,
]

function resultOf(error: unknown): SendResult {
  const text = error instanceof BaseError ? `${error.details} ${error.message}` : String(error)
  if (/already (known|imported)|known transaction/i.test(text)) return { kind: 'accepted' }
  if (/nonce too low|nonce is too low|lower than the current nonce|nonce has already been used/i.test(text)) {
    return { kind: 'stale' }
  }
  const isSilence =
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null
  if (isSilence) return { kind: 'unreachable' }
  const message = error instanceof BaseError ? error.details : 'The node refused the transaction.'
  const isImpossible = !/insufficient/i.test(message) && NEVER.some((words) => words.test(message))
  return { kind: isImpossible ? 'impossible' : 'refused', message }
}
