import { z } from 'zod'
import type { Database } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'

const suspension = z.object({
  reason: z.string(),
  isContentClosed: z.boolean().describe('Also closed to those who have paid.'),
})
export type Suspension = z.infer<typeof suspension>
export const suspensionShape = suspension
  .nullable()
  .describe('That those who run the site have suspended it; else null.')

type Suspendable = { suspendedReason: string | null; isContentClosed: boolean }

export const suspensionOf = ({ suspendedReason, isContentClosed }: Suspendable): Suspension | null =>
  suspendedReason === null ? null : { reason: suspendedReason, isContentClosed }

/** Refuses an owner's act on a suspended route: `ROUTE_SUSPENDED`. */
export const routeSuspended = (reason: string): DomainError =>
  new DomainError('ROUTE_SUSPENDED', say('suspended', { reason }))

/** Whether an operator has suspended the listing with that catalog key, or of that tool. */
export async function isListingSuspended(
  database: Database,
  { key, toolName }: { key: string; toolName: string | null },
): Promise<boolean> {
  const found = await database.storedRoute.findFirst({
    where: {
      AND: [
        { OR: [{ listingKey: key }, ...(toolName === null ? [] : [{ toolName }])] },
        {
          OR: [
            { suspendedReason: { not: null } },
            { listingSuspendedReason: { not: null } },
            { seller: { suspendedReason: { not: null } } },
          ],
        },
      ],
    },
    select: { id: true },
  })
  return found !== null
}
