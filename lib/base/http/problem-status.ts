import { type DomainCode, type RefusalCode, refusals } from '@/lib/base/infra/domain-codes'

export type RequestFault =
  | 'address_too_long'
  | 'address_unreadable'
  | 'form_foreign'
  | 'form_unreadable'
  | 'header_too_long'
  | 'header_unreadable'
  | 'method_unknown'

/**
 * Status of a surface's own refusals: before it calls a verb, or because that broke. Small letters for a code that
 * clients of the protocol read too: at paid routes, and at the edge before them. No code has two spellings.
 */
const answers = {
  address_unreadable: 400,
  BODY_INVALID: 400,
  CALL_REFUSED: 400,
  FAUCET_ADDRESS_INVALID: 400,
  FAUCET_AMOUNT_INVALID: 400,
  FAUCET_NETWORK_UNKNOWN: 400,
  FAUCET_ORDER_INVALID: 400,
  form_unreadable: 400,
  HEADER_INVALID: 400,
  header_unreadable: 400,
  invalid_payload: 400,
  invalid_x402_version: 400,
  API_KEY_REQUIRED: 401,
  form_foreign: 403,
  route_closed: 403,
  route_suspended: 403,
  NETWORK_UNKNOWN: 404,
  not_found: 404,
  RECEIPT_NOT_FOUND: 404,
  method_not_allowed: 405,
  method_unknown: 405,
  request_too_slow: 408,
  delivery_exhausted: 409,
  payment_identifier_conflict: 409,
  payment_in_progress: 409,
  stream_over: 410,
  CALL_TOO_LARGE: 413,
  request_too_large: 413,
  address_too_long: 414,
  CONTENT_UNSUPPORTED: 415,
  claim_overdue: 429,
  payer_limited: 429,
  RELAY_TOO_OFTEN: 429,
  TOO_MANY_REQUESTS: 429,
  header_too_long: 431,
  handler_failed: 500,
  internal_error: 500,
  settlement_amount_invalid: 500,
  NODE_UNREACHABLE: 502,
  upstream_encoded: 502,
  upstream_redirected: 502,
  upstream_refused: 502,
  upstream_too_large: 502,
  upstream_unreachable: 502,
  database_away: 503,
  facilitator_unreachable: 503,
  FAUCET_UNAVAILABLE: 503,
  gas_wallets_empty: 503,
  signer_unreachable: 503,
  RELAY_BUSY: 503,
  route_not_ready: 503,
  route_paused: 503,
  settlement_unknown: 503,
  too_busy: 503,
  handler_timeout: 504,
  upstream_timeout: 504,
} as const satisfies Record<RequestFault, number> & Record<string, number>

export type ProblemCode = DomainCode | keyof typeof answers

const statuses: Readonly<Record<string, number>> = { ...refusals, ...answers }

/** True for a refusal that the caller may read; the other codes are faults of ours. */
export const isRefusal = (code: DomainCode): code is RefusalCode => Object.hasOwn(refusals, code)

export const statusOf = (code: ProblemCode): number => statuses[code] ?? 500
