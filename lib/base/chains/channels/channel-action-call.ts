import { BATCH_SETTLEMENT_ADDRESS, BATCH_SETTLEMENT_DOMAIN, claimBatchTypes, refundTypes } from '@x402/evm'
import { encodeFunctionData, type Hex } from 'viem'
import { channelReasons } from '@/lib/base/x402/reasons'
import { PayloadError } from '../errors'
import type { EvmCall } from '../evm/evm-call'
import { chainIdOf } from '../evm/payment-digest'
import type { ReceiverAuthorizer, SignTypedData } from '../evm/receiver-authorizer'
import type { ChannelAction, RefundAction, VoucherClaim } from './channel-action'
import { channelAbi } from './channel-contract'

type Signers = {
  network: string
  /** Ours; a channel names one of them. */
  authorizers: readonly ReceiverAuthorizer[]
  maySignRefund: (receiver: string) => boolean
}

/**
 * Builds the call that does what a receiver asks for. Where the receiver did not sign and its channels name an
 * authorizer of ours, we sign: claims for anyone, as a voucher proves them; refunds only for receivers that
 * `maySignRefund` allows, as otherwise a payer could ask for one and take back what it owes. Fails with a
 * `PayloadError`.
 */
export async function buildChannelActionCall(signers: Signers, action: ChannelAction): Promise<EvmCall> {
  return { to: BATCH_SETTLEMENT_ADDRESS, data: await encode(signers, action) }
}

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
  const sign = ourSigner(signers, [{ config }])
  if (signers.maySignRefund(config.receiver)) return sign
  const message = 'Refunds are signed here only for the receivers of your API key; sign it yourself, or ask for one.'
  throw new PayloadError(channelReasons.authorizerNotConfigured, message)
}

function ourSigner({ authorizers }: Signers, claims: readonly Pick<VoucherClaim, 'config'>[]) {
  const names = ({ address }: ReceiverAuthorizer) =>
    claims.every(({ config }) => config.receiverAuthorizer === address.toLowerCase())
  const named = authorizers.find(names)
  if (named) return named.sign
  const message = 'The channel names another receiver authorizer, whose signature is missing.'
  throw new PayloadError(channelReasons.authorizerMismatch, message)
}

/** Signs claims as the receiver authorizer; the order of the claims is part of what is signed. */
const signClaims = (sign: SignTypedData, claims: readonly VoucherClaim[], network: string): Promise<Hex> =>
  signAs(sign, network, {
    types: { ClaimBatch: [...claimBatchTypes.ClaimBatch], ClaimEntry: [...claimBatchTypes.ClaimEntry] },
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
  sign: SignTypedData,
  { channelId, nonce, amountAtomic: amount }: RefundAction,
  network: string,
): Promise<Hex> =>
  signAs(sign, network, {
    types: { Refund: [...refundTypes.Refund] },
    primaryType: 'Refund',
    message: { channelId, nonce, amount },
  })

type Statement = Omit<Parameters<SignTypedData>[0], 'domain'>

async function signAs(sign: SignTypedData, network: string, statement: Statement): Promise<Hex> {
  const domain = {
    ...BATCH_SETTLEMENT_DOMAIN,
    chainId: chainIdOf(network),
    verifyingContract: BATCH_SETTLEMENT_ADDRESS,
  }
  return (await sign({ domain, ...statement })) as Hex // Our own key made it.
}
