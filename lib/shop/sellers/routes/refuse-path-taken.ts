import { isUniqueViolation } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'

/**
 * Says plainly, as `ROUTE_PATH_TAKEN`, that another route of the shop answers the same addresses, or as
 * `TOOL_NAME_TAKEN`, that one is called the same as a tool.
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
