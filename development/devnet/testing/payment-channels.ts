import { randomBytes } from 'node:crypto'
import { BATCH_SETTLEMENT_DOMAIN, claimBatchTypes, refundTypes, voucherTypes } from '@x402/evm'
import { computeChannelId } from '@x402/evm/batch-settlement/client'
import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, keccak256, type LocalAccount } from 'viem'
import type { ChannelConfig } from '@/lib/base/chains/channels/channel-shapes'
import { canonicalAddresses } from '../evm/canonical-addresses'
import { readContractArtifacts } from '../evm/contract-artifacts'
import { authorizationFields, usdc, usdcDomain } from './evm-parties'

const CHAIN_ID = 84532

export type Channel = ChannelConfig

export type VoucherClaim = {
  voucher: { channel: Channel; maxClaimableAmount: bigint }
  signature: Hex
  totalClaimed: bigint
}

export const randomHex = (): Hex => `0x${randomBytes(32).toString('hex')}`

/** A new channel with the shortest delay; its vouchers are signed by the payer's own key. */
export const channelOf = (payer: Address, receiver: Address, receiverAuthorizer: Address): Channel => ({
  payer,
  payerAuthorizer: payer,
  receiver,
  receiverAuthorizer,
  token: usdc,
  withdrawDelay: 900,
  salt: randomHex(),
})

export const idOf = (channel: Channel) => computeChannelId(channel, CHAIN_ID)

/** The domain in which everything is signed; another chain's for signatures that must not count here. */
const domainOn = (chain: number) => ({
  ...BATCH_SETTLEMENT_DOMAIN,
  chainId: chain,
  verifyingContract: canonicalAddresses.batchSettlement,
})

export const settlementCall = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: readContractArtifacts().BatchSettlement.abi, functionName, args })

export async function claimOf(
  signer: LocalAccount,
  channel: Channel,
  { max, claimed = max, chain = CHAIN_ID }: { max: bigint; claimed?: bigint; chain?: number },
): Promise<VoucherClaim> {
  const signature = await signer.signTypedData({
    domain: domainOn(chain),
    types: voucherTypes,
    primaryType: 'Voucher',
    message: { channelId: idOf(channel), maxClaimableAmount: max },
  })
  return { voucher: { channel, maxClaimableAmount: max }, signature, totalClaimed: claimed }
}

export const signClaims = (authorizer: LocalAccount, claims: VoucherClaim[]) =>
  authorizer.signTypedData({
    domain: domainOn(CHAIN_ID),
    types: claimBatchTypes,
    primaryType: 'ClaimBatch',
    message: {
      claims: claims.map(({ voucher, totalClaimed }) => ({
        channelId: idOf(voucher.channel),
        maxClaimableAmount: voucher.maxClaimableAmount,
        totalClaimed,
      })),
    },
  })

export const signRefund = (
  authorizer: LocalAccount,
  channel: Channel,
  { nonce, amount, chain = CHAIN_ID }: { nonce: bigint; amount: bigint; chain?: number },
) =>
  authorizer.signTypedData({
    domain: domainOn(chain),
    types: refundTypes,
    primaryType: 'Refund',
    message: { channelId: idOf(channel), nonce, amount },
  })

/** A deposit by EIP-3009 that the payer signs for that channel; `into` is the channel of the call. */
export async function depositCall(
  payer: LocalAccount,
  channel: Channel,
  { amount, into = channel }: { amount: bigint; into?: Channel },
): Promise<Hex> {
  // Later than the chain's own clock, which tests advance.
  const [salt, validBefore] = [1n, BigInt(Math.floor(Date.now() / 1_000) + 86_400)]
  const pair = [{ type: 'bytes32' }, { type: 'uint256' }] as const
  const signature = await payer.signTypedData({
    domain: usdcDomain,
    types: { ReceiveWithAuthorization: authorizationFields },
    primaryType: 'ReceiveWithAuthorization',
    message: {
      from: payer.address,
      to: canonicalAddresses.erc3009DepositCollector,
      value: amount,
      validAfter: 0n,
      validBefore,
      nonce: keccak256(encodeAbiParameters(pair, [idOf(channel), salt])),
    },
  })
  const terms = [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'bytes' }] as const
  const data = encodeAbiParameters(terms, [0n, validBefore, salt, signature])
  return settlementCall('deposit', [into, amount, canonicalAddresses.erc3009DepositCollector, data])
}
