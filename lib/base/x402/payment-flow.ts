import { isRecord } from './header-codec'

/** `extra.paymentFlow`: whether the money moves after the answer is made (absent: that), or before it. Source: scheme `exact`. */
const flows = ['authorization', 'upfront', 'escrow'] as const

type Extra = { extra?: unknown }

const flowOf = ({ extra }: Extra): unknown =>
  isRecord(extra) ? (extra.paymentFlow ?? 'authorization') : 'authorization'

/** False for an order of payment that a client does not know, and so must not pay. */
export const isFlowKnown = (option: Extra): boolean => flows.some((flow) => flow === flowOf(option))

/** True where the seller takes the money before it makes the answer, and keeps it if that fails. */
export const paysBeforeAnswer = (option: Extra): boolean => flowOf(option) !== 'authorization'

/** Says in an option that it is settled first. Channels and metered options are charged for what was sent. */
export function payingUpfront<Option extends { scheme: string; extra?: Record<string, unknown> }>(
  option: Option,
): Option {
  return option.scheme === 'exact' ? { ...option, extra: { ...option.extra, paymentFlow: 'upfront' } } : option
}

/** The order for a payer: an option that is paid after the answer before one that is paid first and costs no less. */
export function authorizationFirst<Option>(
  options: readonly Option[],
  termsOf: (option: Option) => { paysFirst: boolean; value: bigint },
): Option[] {
  const preferred = options.flatMap((option) => {
    const { paysFirst, value } = termsOf(option)
    if (!paysFirst) return [option]
    const others = options.filter((other) => !termsOf(other).paysFirst && termsOf(other).value <= value)
    return [...others, option]
  })
  return [...new Set(preferred)]
}
