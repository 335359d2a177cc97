import { BATCH_SETTLEMENT_ADDRESS, BATCH_SETTLEMENT_DOMAIN, claimBatchTypes, refundTypes } from '@x402/evm'
import { concat, encodeFunctionData, type Hex, keccak256, numberToHex } from 'viem'
import type { Authorization } from '@/lib/base/chains/authorization'
import { PayloadError } from '@/lib/base/chains/errors'
import type { EvmAccount } from '@/lib/base/chains/evm/evm-account'
import type { EvmCall } from '@/lib/base/chains/evm/evm-call'
import { chainIdOf } from '@/lib/base/chains/evm/payment-digest'
import { gasCapOf } from '@/lib/base/chains/evm/settlement-call'
import {
  blockNumberCall,
  type CallAnswers,
  type CallBatch,
  createCallBatch,
} from '@/lib/base/chains/settlement/evm/call-batch'
import type { RequestTools } from '@/lib/base/chains/settlement/evm/payment-kind'
import { BASE_GAS, prepareAlone } from '@/lib/base/chains/settlement/evm/prepare-evm-settlement'
import { type AssessedAction, refuse, type SchemeRequests } from '@/lib/base/chains/settlement/settlement-chain'
import { BATCH_SETTLEMENT, channelReasons } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import {
  actionFailures,
  type ChannelAction,
  type ClaimAction,
  parseChannelAction,
  type RefundAction,
  type SettleAction,
  type VoucherClaim,
} from './channel-action'
import { askChannel, channelAbi } from './channel-contract'

/** `nothing`: why it would do nothing. `name` distinguishes it from other actions of its kind and subject. */
type Effect = { name: string; amountAtomic: bigint; nothing: string | null; leastPayments: number }

/** For the readings around the action itself, and for those of each channel. */
const READING_GAS = 500_000n
const CHANNEL_READING_GAS = 60_000n

/**
 * Reads the effect of a receiver's action and tries it, in one eth_call. Fails with a `PayloadError` for one that is
 * invalid, and with `RpcUnreachableError`.
 */
export async function assessChannelAction(
  tools: RequestTools,
  { payload, requirements }: Parameters<SchemeRequests['assessAction']>[0],
  maySignRefund: (receiver: string) => boolean,
): Promise<AssessedAction> {
  const { network, authorizers, rpc } = tools
  const action = parseChannelAction(payload.payload, requirements)
  const { blockGasLimit } = await tools.readMarket()
  const most = maxClaims(tools, blockGasLimit)
  if (action.type === 'claim' && action.claims.length > most) {
    return { ...refuse(channelReasons.claimMalformed, `Expected ${most} claims at most.`), authorization: null }
  }
  const data = await encode({ network, authorizers, maySignRefund }, action)
  const call = { to: BATCH_SETTLEMENT_ADDRESS, data }
  const cap = capOf(tools, action, blockGasLimit)
  const batch = createCallBatch(rpc, network)
  const height = batch.ask(blockNumberCall())
  const effectOf = askEffect(batch, action)
  const tried = batch.ask(call)
  const channels = action.type === 'claim' ? action.claims.length : 1
  const answers = await batch.run({ inAll: cap + READING_GAS + CHANNEL_READING_GAS * BigInt(channels) })
  const [atHeight, effect] = [answers.numberAt(height), effectOf(answers)]
  if (atHeight === null || effect === null) return { ...refuse(channelReasons.rpcReadFailed), authorization: null }
  const authorization = describe(action, effect, { network, maySignRefund })
  if (effect.nothing) return { ...refuse(effect.nothing), authorization }
  const failed = refuse(actionFailures[action.type].tried, 'The contract refuses it.')
  if (!answers.hasSucceeded(tried)) return { ...failed, authorization }
  const prepareNow = () => prepare(tools, { call, cap, action, authorization })
  return { isRefused: false, authorization, height: atHeight, leastPayments: effect.leastPayments, prepare: prepareNow }
}

type ActionCall = { call: EvmCall; cap: bigint; action: ChannelAction; authorization: Authorization }

async function prepare(tools: RequestTools, { call, cap, action, authorization }: ActionCall) {
  const { baseFee, ceiling } = await tools.readMarket()
  if (baseFee > ceiling.maxFeePerGas)
    return refuse(reasons.gasPriceTooHigh, 'Nothing was sent; ask again when fees have fallen.')
  const prepared = await prepareAlone(tools, { key: authorization.key, call, sender: null, cap })
  return prepared.isRefused ? { ...prepared, reason: actionFailures[action.type].tried } : prepared
}

const maxClaims = ({ policy }: RequestTools, blockGasLimit: bigint) =>
  Number((gasCapOf(policy, 'batchGas', blockGasLimit) - BASE_GAS) / policy.claimGas)

function capOf({ policy }: RequestTools, action: ChannelAction, blockGasLimit: bigint): bigint {
  if (action.type === 'claim') return BASE_GAS + policy.claimGas * BigInt(action.claims.length)
  return gasCapOf(policy, action.type === 'settle' ? 'settleGas' : 'refundGas', blockGasLimit)
}

function askEffect(batch: CallBatch, action: ChannelAction): (answers: CallAnswers) => Effect | null {
  switch (action.type) {
    case 'claim':
      return askClaim(batch, action)
    case 'settle':
      return askSettle(batch, action)
    case 'refund':
      return askRefund(batch, action)
  }
}

function askClaim(batch: CallBatch, { claims }: ClaimAction) {
  const channels = claims.map(({ channelId }) => askChannel(batch, channelId))
  return (answers: CallAnswers): Effect | null => {
    const states = channels.map((read) => read(answers))
    const gains = claims.map(({ totalClaimedAtomic }, place) => {
      const state = states[place]
      return state ? atLeastZero(totalClaimedAtomic - state.claimedAtomic) : null
    })
    if (gains.includes(null)) return null
    const amountAtomic = gains.reduce<bigint>((sum, gain) => sum + (gain ?? 0n), 0n)
    const entries = claims.map((claim) =>
      concat([claim.channelId, numberToHex(claim.totalClaimedAtomic, { size: 32 })]),
    )
    const nothing = amountAtomic === 0n ? channelReasons.cumulativeBelowClaimed : null
    return { name: keccak256(concat(entries.toSorted())), amountAtomic, nothing, leastPayments: claims.length }
  }
}

function askSettle(batch: CallBatch, { receiver, token }: SettleAction) {
  const data = encodeFunctionData({ abi: channelAbi, functionName: 'receivers', args: [receiver, token] })
  const place = batch.ask({ to: BATCH_SETTLEMENT_ADDRESS, data })
  return (answers: CallAnswers): Effect | null => {
    const [claimed, settled] = [answers.numberAt(place), answers.numberAt(place, 1)]
    if (claimed === null || settled === null) return null
    const nothing = claimed <= settled ? channelReasons.nothingToSettle : null
    return { name: `${token}/${claimed}`, amountAtomic: claimed - settled, nothing, leastPayments: 1 }
  }
}

function askRefund(batch: CallBatch, { channelId, claims, amountAtomic, nonce }: RefundAction) {
  const channel = askChannel(batch, channelId)
  return (answers: CallAnswers): Effect | null => {
    const state = channel(answers)
    if (!state) return null
    const claimed = claims.reduce(
      (most, { totalClaimedAtomic }) => larger(most, totalClaimedAtomic),
      state.claimedAtomic,
    )
    const left = atLeastZero(state.balanceAtomic - claimed)
    const nothing = left === 0n ? channelReasons.refundNoBalance : null
    // All that is left may go back, whatever it is worth: nothing follows it.
    const isWhole = left <= amountAtomic
    const leastPayments = isWhole ? 0 : 1
    return { name: nonce.toString(), amountAtomic: isWhole ? left : amountAtomic, nothing, leastPayments }
  }
}

/**
 * The action as the ledger keeps it. No two open actions may have the same `payer`; it is not a wallet, so that it
 * never counts as anybody's money.
 */
function describe(action: ChannelAction, effect: Effect, about: About): Authorization {
  const { name, amountAtomic } = effect
  const { receiver, token } = partiesOf(action)
  const subject = action.type === 'refund' ? action.channelId : receiver
  return {
    key: `${about.network}/${action.type}/${subject}/${name}`,
    network: about.network,
    scheme: BATCH_SETTLEMENT,
    asset: token,
    payer: action.type === 'claim' ? `claim/${subject}/${claimerOf(action, about)}` : `${action.type}/${subject}`,
    payTo: action.type === 'refund' ? action.config.payer : receiver,
    amountAtomic,
    nonce: `${action.type}/${subject}/${name}`,
    validAfter: null,
    validBefore: null,
  }
}

type About = { network: string; maySignRefund: (receiver: string) => boolean }

/**
 * Identifies who authorised the claim. Our key signs claims for strangers too, a payer of small vouchers among them:
 * those wait for each other, and never hold up a known receiver.
 */
function claimerOf({ claims, claimSignature }: ClaimAction, { maySignRefund }: About): string {
  const [first] = claims
  const isStranger = claimSignature === null && first !== undefined && !maySignRefund(first.config.receiver)
  return isStranger ? 'strangers' : (first?.config.receiverAuthorizer ?? '')
}

function partiesOf(action: ChannelAction): { receiver: string; token: string } {
  if (action.type === 'settle') return action
  const config = action.type === 'refund' ? action.config : action.claims[0]?.config
  if (!config) throw new Error('Expected a claim to have been parsed.')
  return config
}

const atLeastZero = (value: bigint) => (value > 0n ? value : 0n)
const larger = (a: bigint, b: bigint) => (a > b ? a : b)

type Signers = {
  network: string
  /** Ours; a channel names one of them. */
  authorizers: readonly EvmAccount[]
  maySignRefund: (receiver: string) => boolean
}

/**
 * Encodes the call that does what a receiver asks for. Where the receiver did not sign and its channels name an
 * authorizer of ours, we sign: claims for anyone, as a voucher proves them; refunds only for receivers that
 * `maySignRefund` allows, as otherwise a payer could ask for one and take back what it owes. Fails with a
 * `PayloadError`.
 */
async function encode(signers: Signers, action: ChannelAction): Promise<Hex> {
  switch (action.type) {
    case 'claim':
      return encodeClaims(signers, action)
    case 'settle': {
      const args = [action.receiver, action.token] as const
      return encodeFunctionData({ abi: channelAbi, functionName: 'settle', args })
    }
    case 'refund': {
      const refund = await encodeRefund(signers, action)
      if (action.claims.length === 0) return refund
      const calls = [await encodeClaims(signers, action), refund]
      return encodeFunctionData({ abi: channelAbi, functionName: 'multicall', args: [calls] })
    }
  }
}

type Claims = { claims: readonly VoucherClaim[]; claimSignature: Hex | null }

async function encodeClaims(signers: Signers, { claims, claimSignature }: Claims): Promise<Hex> {
  const signature = claimSignature ?? (await signClaims(ourSigner(signers, claims), claims, signers.network))
  const rows = claims.map(({ config, maxClaimableAtomic, totalClaimedAtomic, ...claim }) => ({
    voucher: { channel: config, maxClaimableAmount: maxClaimableAtomic },
    signature: claim.signature,
    totalClaimed: totalClaimedAtomic,
  }))
  return encodeFunctionData({ abi: channelAbi, functionName: 'claimWithSignature', args: [rows, signature] })
}

async function encodeRefund(signers: Signers, action: RefundAction): Promise<Hex> {
  const { config, amountAtomic, nonce, refundSignature } = action
  const signature = refundSignature ?? (await signRefund(refundSigner(signers, config), action, signers.network))
  const args = [config, amountAtomic, nonce, signature] as const
  return encodeFunctionData({ abi: channelAbi, functionName: 'refundWithSignature', args })
}

function refundSigner(signers: Signers, config: RefundAction['config']) {
  const account = ourSigner(signers, [{ config }])
  if (signers.maySignRefund(config.receiver)) return account
  const message = 'Refunds are signed here only for the receivers of your API key; sign it yourself, or ask for one.'
  throw new PayloadError(channelReasons.authorizerNotConfigured, message)
}

function ourSigner({ authorizers }: Signers, claims: readonly Pick<VoucherClaim, 'config'>[]) {
  const names = ({ address }: EvmAccount) =>
    claims.every(({ config }) => config.receiverAuthorizer === address.toLowerCase())
  const named = authorizers.find(names)
  if (named) return named
  const message = 'The channel names another receiver authorizer, whose signature is missing.'
  throw new PayloadError(channelReasons.authorizerMismatch, message)
}

/** Signs claims as the receiver authorizer; the order of the claims is part of what is signed. */
const signClaims = (account: EvmAccount, claims: readonly VoucherClaim[], network: string): Promise<Hex> =>
  account.signTypedData({
    domain: domainOf(network),
    types: claimBatchTypes,
    primaryType: 'ClaimBatch',
    message: {
      claims: claims.map(({ channelId, maxClaimableAtomic, totalClaimedAtomic }) => ({
        channelId,
        maxClaimableAmount: maxClaimableAtomic,
        totalClaimed: totalClaimedAtomic,
      })),
    },
  })

/** The same for one refund, which is valid only under its nonce. */
const signRefund = (
  account: EvmAccount,
  { channelId, nonce, amountAtomic: amount }: RefundAction,
  network: string,
): Promise<Hex> =>
  account.signTypedData({
    domain: domainOf(network),
    types: refundTypes,
    primaryType: 'Refund',
    message: { channelId, nonce, amount },
  })

const domainOf = (network: string) => ({
  ...BATCH_SETTLEMENT_DOMAIN,
  chainId: chainIdOf(network),
  verifyingContract: BATCH_SETTLEMENT_ADDRESS,
})
