import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Actor } from '../actor'
import { InputRefusedError } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { hashSecret, invitationCode } from '../secret-form'

/**
 * Uses an invitation for the shop that this transaction opens, and returns which it was. Fails with `SIGN_UP_CLOSED`
 * where invitations are not taken, and refuses a code that is unknown, used, withdrawn, expired, or bound to a wallet
 * that is not the actor's, without telling the caller which.
 */
export async function redeemInvitation(
  context: SellersContext,
  transaction: DatabaseTransaction,
  actor: Actor,
  { code, sellerId }: { code: string; sellerId: string },
): Promise<string> {
  if (context.signUp === 'closed') throw new DomainError('SIGN_UP_CLOSED', say('signUpClosed'))
  if (code === '') throw new InputRefusedError({ invitation: say('invitationNeeded') })
  const now = context.clock()
  const rows = invitationCode.is(code)
    ? await transaction.$queryRaw<{ id: string; wallet: string | null; walletScopes: string[] }[]>`
        UPDATE seller_invitations SET used_at = ${now}, seller_id = ${sellerId}::uuid
        WHERE code_hash = ${hashSecret(code)} AND used_at IS NULL AND withdrawn_at IS NULL AND expires_at > ${now}
        RETURNING id, wallet, wallet_scopes AS "walletScopes"`
    : []
  const taken = rows[0]
  if (!taken) throw refused()
  const { wallet, walletScopes } = taken
  if (wallet === null) return taken.id
  for (const scope of walletScopes) {
    if (await context.confirmations.isWalletOf(transaction, { scope, address: wallet }, actor.accountId))
      return taken.id
  }
  // The transaction is rolled back, so the invitation stays valid for its owner.
  throw refused()
}

const refused = () => new InputRefusedError({ invitation: say('invitationInvalid') })
