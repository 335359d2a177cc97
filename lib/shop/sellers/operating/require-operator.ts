import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'

export const isOperating = async (context: Pick<SellersContext, 'operatorAccounts'>, actor: Actor): Promise<boolean> =>
  (await context.operatorAccounts()).includes(actor.accountId)

export async function requireOperator(context: Pick<SellersContext, 'operatorAccounts'>, actor: Actor): Promise<void> {
  if (await isOperating(context, actor)) return
  throw new DomainError('OPERATOR_REQUIRED', say('operatorNeeded'))
}
