import { createInvitation } from '@/lib/sellers/invitations/create-invitation'
import { withdrawInvitation } from '@/lib/sellers/invitations/withdraw-invitation'
import { setQuotas } from '@/lib/sellers/operating/set-quotas'
import { suspend } from '@/lib/sellers/operating/suspend'
import { runAsSeller } from '../../../../dashboard/_server/dashboard'

/** What operators do on their pages. Each verb asks by itself whether an operator does it. */
export const operatorActions = {
  suspend: (input: unknown) => runAsSeller((context, actor) => suspend(context, actor, input)),
  createInvitation: (input: unknown) => runAsSeller((context, actor) => createInvitation(context, actor, input)),
  withdrawInvitation: (invitationId: string) =>
    runAsSeller((context, actor) => withdrawInvitation(context, actor, invitationId)),
  setQuotas: (input: unknown) => runAsSeller((context, actor) => setQuotas(context, actor, input)),
}
