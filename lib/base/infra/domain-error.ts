import { inEnglish } from '@/lib/base/sentences/in-english'
import type { Sentence } from '@/lib/base/sentences/sentence'

/**
 * A refused action. `code` is stable and meant for programs (`ROUTE_NOT_FOUND`); `sentence` says what was expected,
 * what was received and what to do, and `message` is its English. Neither holds keys, signatures or payloads.
 * Plain English is only for programs and operators: no page translates it.
 */
export class DomainError<Code extends DomainCode = DomainCode> extends Error {
  readonly code: Code
  readonly sentence: Sentence | null

  constructor(code: Code, words: MessageOf<Code>, options: { cause?: unknown } = {}) {
    super(typeof words === 'string' ? words : inEnglish(words), options)
    this.name = 'DomainError'
    this.code = code
    this.sentence = typeof words === 'string' ? null : words
  }
}

type MessageOf<Code extends DomainCode> = [Code] extends [Exclude<RefusalCode, keyof typeof programRefusals>]
  ? Sentence
  : Sentence | string

/**
 * True for a refusal, false for any other error. Compares by shape, because Next.js loads a module several times in one
 * process and `instanceof` would then miss errors of the other copy.
 */
export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === 'DomainError' && 'code' in error && typeof error.code === 'string'
}

/** Refusals that only programs read, in English, with the HTTP status of each. */
const programRefusals = {
  BODY_NOT_JSON: 400,
  FAUCET_ADDRESS_INVALID: 400,
  FAUCET_AMOUNT_INVALID: 400,
  FAUCET_NETWORK_UNKNOWN: 400,
  FAUCET_ORDER_INVALID: 400,
  INVALID_BODY: 400,
  INVALID_PARAMETER: 400,
  INVALID_URL: 400,
  LISTING_SUSPENDED: 403,
  OWNER_PROOF_INVALID: 403,
  SCOPE_MISSING: 403,
  ENTRY_NOT_FOUND: 404,
  BODY_TOO_SLOW: 408,
  BODY_TOO_LARGE: 413,
  MEDIA_TYPE_UNKNOWN: 415,
  PROBE_TOO_SOON: 429,
  FAUCET_UNAVAILABLE: 503,
} as const

/** Refusals that callers see, with the HTTP status of each on every surface; the sentences of these are also on pages. */
export const refusals = {
  ...programRefusals,
  RELAY_NOT_NEEDED: 400,
  SIGN_IN_REQUIRED: 401,
  FOREIGN_ORIGIN: 403,
  OPERATOR_REQUIRED: 403,
  SIGNATURE_REQUIRED: 403,
  SIGN_UP_CLOSED: 403,
  DELIVERY_NOT_FOUND: 404,
  ENDPOINT_NOT_FOUND: 404,
  IMAGE_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  PAYMENT_NOT_FOUND: 404,
  REFUND_NOT_FOUND: 404,
  GATEWAY_NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  SELLER_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  SHOP_NOT_FOUND: 404,
  FILE_MISSING: 409,
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
  SHOP_CLOSED: 409,
  SHOP_IN_THE_WAY: 409,
  TOOL_NAME_TAKEN: 409,
  CHANGED_MEANWHILE: 412,
  FILE_TOO_LARGE: 413,
  FILE_EMPTY: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  INPUT_REFUSED: 422,
  CLAIM_TOO_SOON: 429,
  UPLOADS_TOO_MANY: 429,
  QUEUE_FULL: 503,
  STORAGE_FULL: 507,
} as const satisfies Record<string, number>

export type RefusalCode = keyof typeof refusals

/** Failures that end a process or a job, with a sentence for the operator. */
type FaultCode =
  | 'API_KEY_INVALID'
  | 'API_KEY_NOT_FOUND'
  | 'BRIDGE_ENV_INVALID'
  | 'BUILD_FAILED'
  | 'CHAIN_BEHIND_LEDGER'
  | 'CHROMIUM_MISSING'
  | 'DATABASE_ACCESS_LOST'
  | 'DATABASE_FOLDER_UNREACHABLE'
  | 'DATABASE_NOT_EMPTY'
  | 'DATABASE_PLATFORM_UNSUPPORTED'
  | 'DATABASE_SCHEMA'
  | 'DATABASE_START_FAILED'
  | 'DATABASE_USER_MISSING'
  | 'DATABASE_VERSION_MISMATCH'
  | 'DEMO_RUNNING'
  | 'ENV_INVALID'
  | 'MIGRATION_FAILED'
  | 'PORT_TAKEN'
  | 'POSTGRES_TOOL'
  | 'SCHEMA_INVALID'
  | 'SITE_FAILED'
  | 'USAGE'

export type DomainCode = RefusalCode | FaultCode
