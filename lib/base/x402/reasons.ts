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

/** Refusals of a settlement that are not its payer's fault. */
export const ownFaults: readonly string[] = [
  reasons.gasBudgetSpent,
  reasons.gasWalletsEmpty,
  reasons.signerUnreachable,
  reasons.gasPriceTooHigh,
  reasons.unexpectedVerifyError,
  reasons.unexpectedSettleError,
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
