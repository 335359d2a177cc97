import { isRecord } from './header-codec'
import { sortKeys } from './sort-keys'
import type { PaymentRequirements } from './wire'

/**
 * Fields of `extra` in which any of our wallets is as valid as the offered one, each with those wallets.
 * A buyer may have signed a challenge of another instance, or of an earlier `/supported`.
 */
export type InterchangeableExtra = Record<string, readonly string[]>

/** Hints that the Solana scheme renews in every challenge; they take no part in a comparison. */
const PER_REQUEST_EXTRA: readonly string[] = ['recentBlockhash', 'lastValidBlockHeight', 'recentSlot']

/**
 * Finds which of our current options a payment has accepted, or null.
 * Every field must be equal; only `extra` may hold more. The answer is our own option, never the buyer's copy:
 * at most a wallet of ours that the buyer named in `extra` is taken over.
 */
export function matchRequirements(
  accepted: PaymentRequirements,
  options: readonly PaymentRequirements[],
  interchangeable: InterchangeableExtra = {},
): PaymentRequirements | null {
  for (const option of options) {
    const named = namedWallets(accepted, option, interchangeable)
    const candidate = Object.keys(named).length === 0 ? option : { ...option, extra: { ...option.extra, ...named } }
    if (acceptsOption(accepted, candidate)) return candidate
  }
  return null
}

/** The extension whose info a server renews in every challenge, in these fields. */
const SIGN_IN = 'sign-in-with-x'
const PER_REQUEST_INFO: readonly string[] = ['nonce', 'issuedAt', 'expirationTime', 'notBefore']

/** Fields that say nothing that is paid for: they may be left out of an echo, but not be changed. */
const PROSE: readonly string[] = ['description']

/**
 * True if the extensions that a buyer echoes keep the info that we declared, as a deep subset.
 * Extensions may be absent, and the buyer may add fields, or extensions that we never declared.
 */
export function containsDeclared(
  echoed: Record<string, unknown> | undefined,
  declared: Record<string, unknown> | undefined,
): boolean {
  if (!echoed || !declared) return true
  return Object.entries(declared).every(([key, extension]) => {
    if (!Object.hasOwn(echoed, key)) return true
    const skipped = key === SIGN_IN ? PER_REQUEST_INFO : undefined
    return isSubset(omit(infoOf(extension), skipped), infoOf(echoed[key]), PROSE)
  })
}

function namedWallets(
  accepted: PaymentRequirements,
  option: PaymentRequirements,
  interchangeable: InterchangeableExtra,
) {
  const named: Record<string, string> = {}
  for (const [field, wallets] of Object.entries(interchangeable)) {
    const wallet = accepted.extra?.[field]
    const isOffered = typeof option.extra?.[field] === 'string'
    if (isOffered && typeof wallet === 'string' && wallets.includes(wallet)) named[field] = wallet
  }
  return named
}

function acceptsOption(accepted: PaymentRequirements, option: PaymentRequirements): boolean {
  const { extra: acceptedExtra, ...acceptedTerms } = accepted
  const { extra: optionExtra, ...optionTerms } = option
  return (
    isEqual(acceptedTerms, optionTerms) && isSubset(omit(optionExtra ?? {}, PER_REQUEST_EXTRA), acceptedExtra ?? {})
  )
}

const infoOf = (extension: unknown): unknown => (isRecord(extension) ? (extension.info ?? {}) : extension)

function omit(value: unknown, fields: readonly string[] = []): unknown {
  if (!isRecord(value) || fields.length === 0) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => !fields.includes(key)))
}

/** Objects may hold more than expected; arrays and plain values must be equal. */
function isSubset(expected: unknown, actual: unknown, optional: readonly string[] = []): boolean {
  if (!isRecord(expected)) return isEqual(expected, actual)
  if (!isRecord(actual)) return false
  return Object.entries(expected).every(
    ([key, value]) =>
      value === undefined ||
      (Object.hasOwn(actual, key) ? isSubset(value, actual[key], optional) : optional.includes(key)),
  )
}

/** Equality as JSON sees it: an undefined field is an absent field. */
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b))
