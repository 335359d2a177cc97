import { isBurnAddress } from '@/lib/base/x402/addresses'
import { isRecord } from '@/lib/base/x402/header-codec'
import { caip2Network } from '@/lib/base/x402/v1/networks'
import { microDollars } from '../entry/assets'
import type { OptionDraft } from '../entry/draft'
import { cleanObject, cutText } from '../entry/sanitise'

const MAX_OPTIONS = 20
const MAX_TIMEOUT_SECONDS = 31_536_000

/**
 * The ways to pay that a listing names. One without scheme or network is dropped. A missing or malformed amount is
 * unknown, not free. `problems` gains a line for each doubt.
 */
export function parseOptions(accepts: unknown[], problems: string[]): OptionDraft[] {
  const options: OptionDraft[] = []
  for (const accept of accepts.slice(0, MAX_OPTIONS)) {
    const option = isRecord(accept) ? parseOption(accept, problems) : null
    if (option !== null) options.push(option)
  }
  const payable = options.filter((option) => option.payTo !== null)
  if (payable.length > 0 && payable.length < options.length) problems.push('pay_to_missing_in_an_option')
  return payable.length > 0 ? payable : options
}

function parseOption(accept: Record<string, unknown>, problems: string[]): OptionDraft | null {
  const scheme = cutText(accept.scheme, 64)
  const network = typeof accept.network === 'string' ? caip2Network(accept.network) : null
  if (scheme === null || network === null) {
    problems.push('option_without_scheme_or_network')
    return null
  }
  const asset = cutText(accept.asset, 128)
  const amountAtomic = parseAmount(accept.amount ?? accept.maxAmountRequired)
  const payTo = readPayTo(accept.payTo)
  if (asset === null) problems.push('asset_missing')
  if (amountAtomic === null) problems.push('price_unknown')
  if (payTo === null) problems.push('pay_to_missing')
  else if (isBurnAddress(network, payTo)) problems.push('pays_to_a_burn_address')
  return {
    scheme,
    network,
    asset,
    amountAtomic,
    microDollars: microDollars(network, asset, amountAtomic),
    payTo,
    maxTimeoutSeconds: readTimeout(accept.maxTimeoutSeconds),
    extra: cleanObject(accept.extra),
  }
}

/** Decimal digits as text or a safe whole number; anything else is unknown. */
function parseAmount(value: unknown): bigint | null {
  const digits = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? String(value) : value
  return typeof digits === 'string' && /^\d{1,78}$/.test(digits) ? BigInt(digits) : null
}

/** An address or account name without placeholders such as `<your-address>`. */
function readPayTo(value: unknown): string | null {
  const payTo = cutText(value, 128)
  return payTo !== null && /^[A-Za-z0-9_:.-]+$/.test(payTo) ? payTo : null
}

const readTimeout = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_TIMEOUT_SECONDS ? value : null
