import type { PaymentRequired } from '@/lib/base/x402/wire'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'
import type { CheckedRoute } from './check-route'
import { prepareRoute } from './prepare-route'

/** The 402 that agents would get for a route that is not saved yet. Fails as saving it would. */
export async function previewChallenge(
  context: SellersContext,
  actor: Actor,
  input: unknown,
): Promise<Omit<CheckedRoute, 'terms'> & { challenge: PaymentRequired }> {
  const { terms, ...measured } = (await prepareRoute(context, actor, input)).checked
  return { challenge: terms.challenge, ...measured }
}
