import type { DomainCode, RefusalCode } from '@/lib/infra/domain-codes'
import type { DomainError } from '@/lib/infra/domain-error'
import type { Problem } from './problem'

/** The HTTP status of each refusal, on every surface. */
const statuses: Readonly<Record<RefusalCode, number>> = {
  BODY_NOT_JSON: 400,
  INVALID_BODY: 400,
  INVALID_PARAMETER: 400,
  INVALID_URL: 400,
  RELAY_NOT_NEEDED: 400,
  SIGN_IN_REQUIRED: 401,
  FOREIGN_ORIGIN: 403,
  LISTING_SUSPENDED: 403,
  OPERATOR_REQUIRED: 403,
  OWNER_PROOF_INVALID: 403,
  SCOPE_MISSING: 403,
  SIGNATURE_REQUIRED: 403,
  SIGN_UP_CLOSED: 403,
  DELIVERY_NOT_FOUND: 404,
  ENDPOINT_NOT_FOUND: 404,
  ENTRY_NOT_FOUND: 404,
  INVITATION_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  PAYMENT_NOT_FOUND: 404,
  REFUND_NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  SELLER_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  SHOP_NOT_FOUND: 404,
  BODY_TOO_SLOW: 408,
  FILE_MISSING: 409,
  FIX_UNKNOWN: 409,
  HANDLE_TAKEN: 409,
  IDEMPOTENCY_KEY_IN_USE: 409,
  KEYS_TOO_MANY: 409,
  PAYEE_CHANGED: 409,
  PAYMENT_NOT_SETTLED: 409,
  QUOTA_REACHED: 409,
  REFUND_REFUSED: 409,
  REFUND_TRANSACTION_USED: 409,
  ROUTE_ADDRESS_FIXED: 409,
  ROUTE_ARCHIVED: 409,
  ROUTE_CHANGED: 409,
  ROUTE_KIND_FIXED: 409,
  ROUTE_NOT_LISTED: 409,
  ROUTE_PATH_TAKEN: 409,
  ROUTE_STATE_REFUSED: 409,
  ROUTE_SUSPENDED: 409,
  SELLER_EXISTS: 409,
  SHOP_IN_THE_WAY: 409,
  TOOL_NAME_TAKEN: 409,
  BODY_TOO_LARGE: 413,
  FILE_TOO_LARGE: 413,
  MEDIA_TYPE_UNKNOWN: 415,
  FILE_EMPTY: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  INPUT_REFUSED: 422,
  PROBE_TOO_SOON: 429,
  UPLOADS_TOO_MANY: 429,
  QUEUE_FULL: 503,
  STORAGE_FULL: 507,
}

/** Whether a code is the caller's to read; the others are faults of ours. */
export const isRefusal = (code: DomainCode): code is RefusalCode => Object.hasOwn(statuses, code)

export const statusOf = (code: DomainCode): number => (isRefusal(code) ? statuses[code] : 500)

/** The problem that a refusal is. */
export const toProblem = ({ code, message }: DomainError): Problem => ({
  status: statusOf(code),
  code,
  detail: message,
})
