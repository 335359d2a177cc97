import { setQuotas } from '@/lib/sellers/operating/set-quotas'
import { suspend } from '@/lib/sellers/operating/suspend'
import { runAsSeller } from './dashboard'

/** What operators do on their pages. Each verb asks by itself whether an operator does it. */
export const operatorActions = {
  suspend: (input: unknown) => runAsSeller((context, actor) => suspend(context, actor, input)),
  setQuotas: (input: unknown) => runAsSeller((context, actor) => setQuotas(context, actor, input)),
}
