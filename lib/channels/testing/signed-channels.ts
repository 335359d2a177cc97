import { BatchSettlementEvmScheme, computeChannelId, signVoucher } from '@x402/evm/batch-settlement/client'
import type { Hex, PrivateKeyAccount } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'

/** A channel of that payer under those terms, as the SDK's client opens it; each has its own salt. */
export const openChannel = (
  payer: PrivateKeyAccount,
  requirements: PaymentRequirements,
  changes: { payerAuthorizer?: Hex } = {},
) => {
  const salt = generatePrivateKey() // 32 random bytes.
  const scheme = (deposit: bigint) =>
    new BatchSettlementEvmScheme(payer, { salt, ...changes, depositStrategy: () => deposit })
  const config = scheme(0n).buildChannelConfig(requirements)
  const id = computeChannelId(config, requirements.network)
  const wrap = (payload: object): PaymentPayload => ({
    x402Version: 2,
    accepted: requirements,
    payload: payload as Record<string, unknown>,
  })
  const voucherOf = (max: bigint, signer = payer) => signVoucher(signer, id, max.toString(), requirements.network)
  return {
    config,
    id,
    /** By EIP-3009, or by Permit2 where the terms say so; with a voucher for `max`, else for one request. */
    async deposit(amount: bigint, max?: bigint): Promise<PaymentPayload> {
      const { payload, extensions } = await scheme(amount).createPaymentPayload(2, requirements)
      const voucher = max === undefined ? {} : { voucher: await voucherOf(max) }
      return { ...wrap({ ...payload, ...voucher }), ...(extensions && { extensions }) }
    },
    voucher: async (max: bigint, signer = payer): Promise<PaymentPayload> =>
      wrap({ type: 'voucher', channelConfig: config, voucher: await voucherOf(max, signer) }),
    refund: async (max: bigint, amount?: string): Promise<PaymentPayload> =>
      wrap({ type: 'refund', channelConfig: config, voucher: await voucherOf(max), ...(amount && { amount }) }),
    async claim(max: bigint, totalClaimed = max, signer = payer) {
      const { signature } = await voucherOf(max, signer)
      return {
        voucher: { channel: config, maxClaimableAmount: max.toString() },
        signature,
        totalClaimed: totalClaimed.toString(),
      }
    },
  }
}
