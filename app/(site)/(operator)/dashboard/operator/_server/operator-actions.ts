import { asSeller } from '@/app/(site)/dashboard/_server/dashboard'
import { suspend } from '@/lib/shop/sellers/operating/suspend'

/** Operators' actions on their pages. Each verb checks that the actor is an operator. */
export const operatorActions = {
  suspend: asSeller(suspend),
}
