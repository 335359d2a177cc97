/** A channel of one network; `id` in small letters. */
export type ChannelKey = { network: string; id: string }

/** A channel's funds on the chain, in atomic units of its token. */
export type ChannelFunds = {
  balanceAtomic: bigint
  claimedAtomic: bigint
  refundNonce: bigint
  withdrawRequestedAt: Date | null
}

/** In the form of the wire; with the charged sum where a resource server tells it. */
export function toChannelState(id: string, funds: ChannelFunds, chargedAtomic?: bigint) {
  const requested = funds.withdrawRequestedAt
  return {
    channelId: id,
    balance: funds.balanceAtomic.toString(),
    totalClaimed: funds.claimedAtomic.toString(),
    withdrawRequestedAt: requested ? Math.floor(requested.getTime() / 1000) : 0,
    refundNonce: funds.refundNonce.toString(),
    ...(chargedAtomic !== undefined && { chargedCumulativeAmount: chargedAtomic.toString() }),
  }
}

export const BATCH_SETTLEMENT = 'batch-settlement'

export const paysByChannel = ({ scheme }: { scheme: string }): boolean => scheme === BATCH_SETTLEMENT

/** The terms of an option that is paid out of a channel, with the payer's wait for its rest; null for any other. */
export function channelTermsOf({ scheme, amountAtomic, extra }: OptionTerms) {
  const { receiverAuthorizer, withdrawDelay, minDeposit } = extra ?? {}
  const isWhole = typeof receiverAuthorizer === 'string' && typeof withdrawDelay === 'number'
  if (!paysByChannel({ scheme }) || !isWhole) return null
  const least = BigInt(/^\d{1,39}$/.test(String(minDeposit)) ? String(minDeposit) : '0')
  const minDepositAtomic = least > amountAtomic ? least : amountAtomic
  return { receiverAuthorizer, withdrawDelaySeconds: withdrawDelay, minDepositAtomic }
}

type OptionTerms = { scheme: string; amountAtomic: bigint; extra?: Record<string, unknown> }

/**
 * True for a price that reading budgets are offered for, from a cent to twenty dollars: smaller ones are many small calls,
 * and of dearer things nobody buys several.
 */
export function isBudgetPrice(amountAtomic: bigint, decimals: number): boolean {
  const dollar = 10n ** BigInt(decimals)
  return amountAtomic * 100n >= dollar && amountAtomic <= 20n * dollar
}

/** Reason codes of payment channels (`batch-settlement` on EVM). Source: the scheme's specification and the SDK. */
export const channelReasons = {
  depositMalformed: 'invalid_batch_settlement_evm_deposit_payload',
  voucherMalformed: 'invalid_batch_settlement_evm_voucher_payload',
  refundMalformed: 'invalid_batch_settlement_evm_refund_payload',
  claimMalformed: 'invalid_batch_settlement_evm_claim_payload',
  settleMalformed: 'invalid_batch_settlement_evm_settle_payload',
  payloadType: 'invalid_batch_settlement_evm_payload_type',
  invalidScheme: 'invalid_batch_settlement_evm_scheme',
  networkMismatch: 'invalid_batch_settlement_evm_network_mismatch',
  channelIdInvalid: 'invalid_batch_settlement_evm_channel_id_invalid',
  channelIdMismatch: 'invalid_batch_settlement_evm_channel_id_mismatch',
  receiverMismatch: 'invalid_batch_settlement_evm_receiver_mismatch',
  receiverAuthorizerMismatch: 'invalid_batch_settlement_evm_receiver_authorizer_mismatch',
  tokenMismatch: 'invalid_batch_settlement_evm_token_mismatch',
  withdrawDelayMismatch: 'invalid_batch_settlement_evm_withdraw_delay_mismatch',
  withdrawDelayOutOfRange: 'invalid_batch_settlement_evm_withdraw_delay_out_of_range',
  voucherSignature: 'invalid_batch_settlement_evm_voucher_signature',
  channelNotFound: 'invalid_batch_settlement_evm_channel_not_found',
  cumulativeExceedsBalance: 'invalid_batch_settlement_evm_cumulative_exceeds_balance',
  cumulativeBelowClaimed: 'invalid_batch_settlement_evm_cumulative_below_claimed',
  rpcReadFailed: 'invalid_batch_settlement_evm_rpc_read_failed',
  // Refusals of a deposit only.
  missingEip712Domain: 'invalid_batch_settlement_evm_missing_eip712_domain',
  erc3009AuthorizationRequired: 'invalid_batch_settlement_evm_erc3009_authorization_required',
  validBeforeExpired: 'invalid_batch_settlement_evm_payload_authorization_valid_before',
  validAfterInFuture: 'invalid_batch_settlement_evm_payload_authorization_valid_after',
  receiveAuthorizationSignature: 'invalid_batch_settlement_evm_receive_authorization_signature',
  permit2InvalidSpender: 'invalid_batch_settlement_evm_permit2_invalid_spender',
  permit2AmountMismatch: 'invalid_batch_settlement_evm_permit2_amount_mismatch',
  permit2DeadlineExpired: 'invalid_batch_settlement_evm_permit2_deadline_expired',
  permit2InvalidSignature: 'invalid_batch_settlement_evm_permit2_invalid_signature',
  permit2AllowanceRequired: 'invalid_batch_settlement_evm_permit2_allowance_required',
  eip2612InvalidFormat: 'invalid_batch_settlement_evm_eip2612_invalid_format',
  eip2612OwnerMismatch: 'invalid_batch_settlement_evm_eip2612_owner_mismatch',
  eip2612AssetMismatch: 'invalid_batch_settlement_evm_eip2612_asset_mismatch',
  eip2612SpenderMismatch: 'invalid_batch_settlement_evm_eip2612_spender_mismatch',
  eip2612AmountMismatch: 'invalid_batch_settlement_evm_eip2612_amount_mismatch',
  eip2612DeadlineExpired: 'invalid_batch_settlement_evm_eip2612_deadline_expired',
  factoryNotAllowed: 'invalid_batch_settlement_evm_eip6492_factory_not_allowed',
  insufficientBalance: 'invalid_batch_settlement_evm_insufficient_balance',
  depositSimulationFailed: 'invalid_batch_settlement_evm_deposit_simulation_failed',
  // Refusals of a receiver's claim, settle or refund.
  authorizerMismatch: 'invalid_batch_settlement_evm_authorizer_address_mismatch',
  authorizerNotConfigured: 'invalid_batch_settlement_evm_authorizer_not_configured',
  claimSimulationFailed: 'invalid_batch_settlement_evm_claim_simulation_failed',
  claimTransactionFailed: 'invalid_batch_settlement_evm_claim_transaction_failed',
  nothingToSettle: 'invalid_batch_settlement_evm_nothing_to_settle',
  settleSimulationFailed: 'invalid_batch_settlement_evm_settle_simulation_failed',
  settleTransactionFailed: 'invalid_batch_settlement_evm_settle_transaction_failed',
  refundNoBalance: 'invalid_batch_settlement_evm_refund_no_balance',
  refundAmountInvalid: 'invalid_batch_settlement_evm_refund_amount_invalid',
  refundSimulationFailed: 'invalid_batch_settlement_evm_refund_simulation_failed',
  refundTransactionFailed: 'invalid_batch_settlement_evm_refund_transaction_failed',
  // A resource server's answers; a stock client recovers from the first two without help.
  cumulativeMismatch: 'invalid_batch_settlement_evm_cumulative_amount_mismatch',
  channelBusy: 'invalid_batch_settlement_evm_channel_busy',
  closing: 'channel_closing',
  openedElsewhere: 'channel_opened_elsewhere',
  streamShort: 'payment_stream_short',
  depositBelowMinimum: 'invalid_batch_settlement_evm_deposit_below_min_deposit',
  chargeExceedsSigned: 'invalid_batch_settlement_evm_charge_exceeds_signed_cumulative',
} as const
