/**
 * Reason codes on the wire: the specification's first, then ours.
 * The SDK's schemes add their own, more specific ones; those pass through as they are.
 */
export const reasons = {
  insufficientFunds: 'insufficient_funds',
  invalidAsset: 'invalid_asset',
  invalidNetwork: 'invalid_network',
  invalidPayload: 'invalid_payload',
  invalidPaymentRequirements: 'invalid_payment_requirements',
  invalidScheme: 'invalid_scheme',
  unsupportedScheme: 'unsupported_scheme',
  invalidX402Version: 'invalid_x402_version',
  invalidTransactionState: 'invalid_transaction_state',
  amountBelowMinimum: 'amount_below_minimum',
  payerIsPayee: 'payer_is_payee',
  payerScreened: 'payer_screened',
  payeeScreened: 'payee_screened',
  unexpectedVerifyError: 'unexpected_verify_error',
  unexpectedSettleError: 'unexpected_settle_error',
  settlementExceedsAmount: 'invalid_upto_evm_payload_settlement_exceeds_amount',
  authorizationAlreadyUsed: 'authorization_already_used',
  paymentAlreadyUsed: 'payment_already_used',
  paymentInProgress: 'payment_in_progress',
  settlementUndecidable: 'settlement_undecidable',
  settlementReorged: 'settlement_reorged',
  settlementUnknown: 'settlement_unknown',
  settlementPending: 'settlement_pending',
  settlementAmountInvalid: 'settlement_amount_invalid',
  gasBudgetSpent: 'gas_budget_spent',
  /** No gas wallet of the network can pay for a settlement. */
  gasWalletsEmpty: 'gas_wallets_empty',
  /** The key of the network's gas wallets is kept elsewhere, and its holder does not sign. */
  signerUnreachable: 'signer_unreachable',
  gasPriceTooHigh: 'gas_price_too_high',
  refundTooSoon: 'refund_too_soon',
  deliveryExhausted: 'delivery_exhausted',
  duplicateSettlement: 'duplicate_settlement',
  extensionEchoMismatch: 'extension_echo_mismatch',
  signInRejected: 'sign_in_rejected',
} as const

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

/** Refusals of a settlement that are not its payer's fault. */
export const ownFaults: readonly string[] = [
  reasons.gasBudgetSpent,
  reasons.gasWalletsEmpty,
  reasons.signerUnreachable,
  reasons.gasPriceTooHigh,
  reasons.unexpectedVerifyError,
  reasons.unexpectedSettleError,
  channelReasons.rpcReadFailed,
]

/** `error` of a 402 that answers a request without any proof. */
export const PAYMENT_REQUIRED_ERROR = 'Payment required'

export function signInRejectedError(why: string): string {
  return `${reasons.signInRejected}: ${why}`
}

/**
 * In `extra.reason` of a PAYMENT-RESPONSE with amount 0: the payer owns the content already, and the payment was used up
 * without a charge.
 */
export const ALREADY_OWNED = 'already_owned'
