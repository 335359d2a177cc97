/**
 * Reason codes that the wire names. The specification's first, then ours.
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
  unexpectedVerifyError: 'unexpected_verify_error',
  unexpectedSettleError: 'unexpected_settle_error',
  permit2AllowanceRequired: 'permit2_allowance_required',
  settlementExceedsAmount: 'invalid_upto_evm_payload_settlement_exceeds_amount',
  authorizationAlreadyUsed: 'authorization_already_used',
  paymentAlreadyUsed: 'payment_already_used',
  paymentInProgress: 'payment_in_progress',
  settlementUndecidable: 'settlement_undecidable',
  settlementUnknown: 'settlement_unknown',
  settlementPending: 'settlement_pending',
  settlementAmountInvalid: 'settlement_amount_invalid',
  gasBudgetSpent: 'gas_budget_spent',
  gasPriceTooHigh: 'gas_price_too_high',
  deliveryExhausted: 'delivery_exhausted',
  duplicateSettlement: 'duplicate_settlement',
  extensionEchoMismatch: 'extension_echo_mismatch',
  signInRejected: 'sign_in_rejected',
} as const

/** A reason code that this project gives itself. */
export type Reason = (typeof reasons)[keyof typeof reasons]

/** What `error` says in a 402 that answers a request without any proof. */
export const PAYMENT_REQUIRED_ERROR = 'Payment required'

/** What `error` says in a 402 that answers a refused sign-in proof. */
export function signInRejectedError(why: string): string {
  return `${reasons.signInRejected}: ${why}`
}
