import type { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'

/** Query parameters by their schema; a bad one is refused by name. Empty ones count as absent. */
export function parseParameters<Schema extends z.ZodTypeAny>(
  schema: Schema,
  parameters: Record<string, string>,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new DomainError(
    'INVALID_PARAMETER',
    say('call.parameter', { name: issue?.path.join('.') ?? '', why: issue?.message ?? 'unknown' }),
  )
}
