import { DomainError } from '@/lib/infra/domain-error'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'

/** Whether the actor is one of those who run this site. */
export const isOperating = async (context: Pick<SellersContext, 'operatorAccounts'>, actor: Actor): Promise<boolean> =>
  (await context.operatorAccounts()).includes(actor.accountId)

/** Lets only those who run this site go on: `OPERATOR_REQUIRED` for everybody else. */
export async function requireOperator(context: Pick<SellersContext, 'operatorAccounts'>, actor: Actor): Promise<void> {
  if (await isOperating(context, actor)) return
  throw new DomainError('OPERATOR_REQUIRED', 'Only those who run this site may do this.')
}
