import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'

export type Suspension = {
  reason: string
  /** Also closed to buyers. */
  isContentClosed: boolean
}

type Suspendable = { suspendedReason: string | null; isContentClosed: boolean }

export const suspensionOf = ({ suspendedReason, isContentClosed }: Suspendable): Suspension | null =>
  suspendedReason === null ? null : { reason: suspendedReason, isContentClosed }

/** Refuses an owner's act on a suspended route: `ROUTE_SUSPENDED`. */
export const routeSuspended = (reason: string): DomainError =>
  new DomainError('ROUTE_SUSPENDED', say('suspended', { reason }))
