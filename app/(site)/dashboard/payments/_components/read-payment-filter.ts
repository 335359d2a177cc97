import { filterOf, type PaymentState, paymentStates } from '@/app/(site)/dashboard/_components/payment-words'

/** The filter in the address of the payments page, for the reads and for addresses. */
export function readPaymentFilter(query: Record<string, string | string[] | undefined>) {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name].slice(0, 100) : '')
  const status: PaymentState | '' = paymentStates.find((state) => state === text('status')) ?? ''
  const [search, routeId] = [text('q').replaceAll('\0', '').trim(), text('route')]
  return {
    status,
    search,
    routeId,
    filter: { ...(status && filterOf(status)), ...(search && { search }), ...(routeId && { routeId }) },
    kept: { ...(status && { status }), ...(search && { q: search }), ...(routeId && { route: routeId }) },
  }
}
