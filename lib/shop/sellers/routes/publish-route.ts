import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'
import { getRoute } from './get-route'
import { moveRoute } from './move-route'

/** Starts selling, or resumes after a pause. Fails with `FILE_MISSING` for a file that has not been uploaded. */
export async function publishRoute(context: SellersContext, actor: Actor, routeId: string): Promise<void> {
  const route = await getRoute(context, actor, routeId)
  if (route.kind === 'file' && !route.file) throw new DomainError('FILE_MISSING', say('fileMissing'))
  const refusal = say('archivedForGood')
  await moveRoute(context, actor, routeId, { from: ['draft', 'paused'], to: 'live', refusal })
}
