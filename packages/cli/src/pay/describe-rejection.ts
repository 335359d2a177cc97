const words: Record<string, string> = {
  insufficient_funds: 'the wallet does not hold enough of the asset',
  invalid_network: 'the seller does not take payment on this network',
  invalid_payload: 'the payment could not be read',
  invalid_payment_requirements: 'the terms paid are not the terms offered',
  payer_screened: 'the operator of the facilitator refuses this wallet',
  payee_screened: 'the operator of the facilitator refuses the seller’s wallet',
  invalid_scheme: 'the payment uses another scheme than the offer',
  unsupported_scheme: 'the facilitator does not settle this scheme',
  invalid_x402_version: 'the server speaks another version of x402',
  invalid_transaction_state: 'the transaction failed on chain',
  permit2_allowance_required: 'the token must first be approved for Permit2 by this wallet',
  authorization_already_used:
    'this payment had landed before, or was settled for another server; ask the seller for it back',
  payment_already_used: 'this payment has been used before',
  payment_in_progress: 'this payment is still being settled; ask again shortly',
  settlement_unknown: 'it is not known yet whether the payment settled; ask again before paying again',
  settlement_pending: 'the transaction is sent and not confirmed yet',
  settlement_amount_invalid: 'the seller asked for an amount that was not authorised',
  duplicate_settlement: 'this payment was settled before',
  extension_echo_mismatch: 'the seller changed the offer in the meantime; ask again',
  unexpected_verify_error: 'the facilitator could not check the payment',
  unexpected_settle_error: 'the facilitator could not settle the payment',
}

const patterns: [RegExp, string][] = [
  [/insufficient_(balance|funds)/, 'the wallet does not hold enough of the asset'],
  [/allowance/, 'the token must first be approved for Permit2 by this wallet'],
  [/signature/, 'the signature does not fit the wallet'],
  [/expired|valid_before|valid_after|deadline/, 'the payment came too late or too early; check the clock'],
  [/simulation_failed/, 'the chain would refuse the transaction; the wallet may lack funds'],
  [/nonce/, 'this authorization was used before'],
]

/** A reason code in words; an unknown code stands for itself. */
export function describeRejection(reason: string | null): string {
  if (reason === null) return 'the server gave no reason'
  const known = Object.hasOwn(words, reason) ? words[reason] : patterns.find(([pattern]) => pattern.test(reason))?.[1]
  return known ? `${known} (${reason})` : reason
}
