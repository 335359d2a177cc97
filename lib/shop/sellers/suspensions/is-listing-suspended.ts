import type { Database } from '@/lib/base/infra/database'

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
