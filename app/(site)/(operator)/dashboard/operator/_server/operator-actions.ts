import { asSeller } from '@/app/(site)/dashboard/_server/dashboard'
import { createInvitation } from '@/lib/shop/sellers/invitations/create-invitation'
import { withdrawInvitation } from '@/lib/shop/sellers/invitations/withdraw-invitation'
import { setQuotas } from '@/lib/shop/sellers/operating/set-quotas'
import { suspend } from '@/lib/shop/sellers/operating/suspend'

/** Operators' actions on their pages. Each verb checks that the actor is an operator. */
export const operatorActions = {
  suspend: asSeller(null, suspend),
  createInvitation: asSeller(null, createInvitation),
  withdrawInvitation: asSeller(null, withdrawInvitation),
  setQuotas: asSeller(null, setQuotas),
}
