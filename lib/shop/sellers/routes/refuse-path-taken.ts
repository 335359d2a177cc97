import { isUniqueViolation } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'

/**
 * Turns a unique violation into `ROUTE_PATH_TAKEN`, where another route of the shop answers the same addresses, or into
 * `TOOL_NAME_TAKEN`, where another tool has the same name.
 */
export async function refusePathTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isUniqueViolation(error)) {
      if ('meta' in error && /tool_?name/i.test(JSON.stringify(error.meta))) {
        throw new DomainError('TOOL_NAME_TAKEN', say('toolNameTaken'))
      }
      throw new DomainError('ROUTE_PATH_TAKEN', say('pathTaken'))
    }
    throw error
  }
}
