import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'

/** The account of a browser session or of an API key; recorded with each change. */
export type Actor = { accountId: string; sessionId?: string; keyId?: string }

export type OwnSeller = { id: string; handle: string; revision: number }

export const shopOf = ({ accountId }: Actor) => ({ accountId })

/** The actor's own seller. Fails with `SELLER_NOT_FOUND` for an account without a shop. */
export async function getOwnSeller(database: Database | DatabaseTransaction, actor: Actor): Promise<OwnSeller> {
  const seller = await database.seller.findUnique({
    where: shopOf(actor),
    select: { id: true, handle: true, revision: true },
  })
  return seller ?? refuseNonSeller()
}

export function refuseNonSeller(): never {
  throw new DomainError('SELLER_NOT_FOUND', say('sellerNone'))
}
