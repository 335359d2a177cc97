import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import type { Actor } from './actor'
import type { ConfirmedAct, SellersContext } from './ports'

/** A wallet of the account has to sign `confirmation` first. Nothing was changed. */
export class SignatureRequiredError extends DomainError {
  constructor(
    readonly confirmation: SignInExtension,
    refusal: string | null,
  ) {
    super('SIGNATURE_REQUIRED', refusal === null ? say('signatureNeeded') : say('signatureNotTaken', { refusal }))
  }
}

/**
 * Requires a signature of exactly this change by a wallet of the actor's account. Returns who signed, and what spends
 * the signature in the transaction of the change. Fails with `SIGNATURE_REQUIRED`, with the message to sign.
 * @param proof the signed message, encoded as a `SIGN-IN-WITH-X` header; null when there is none yet
 */
export async function confirmByWallet(
  { confirmations }: SellersContext,
  actor: Actor,
  { act, proof }: { act: ConfirmedAct; proof: string | null },
): Promise<(transaction: DatabaseTransaction) => Promise<{ wallet: string }>> {
  const refuse = (why: string | null) => new SignatureRequiredError(confirmations.ask(act), why)
  if (proof === null) throw refuse(null)
  const confirmation = await confirmations.check(act, proof)
  if (!confirmation.valid) throw refuse(confirmation.error)
  const { wallet, spend } = confirmation
  return async (transaction) => {
    if (!(await confirmations.isWalletOf(transaction, wallet, actor.accountId))) throw refuse('not a wallet of yours')
    if (!(await spend(transaction))) throw refuse('nonce_spent')
    return { wallet: wallet.address }
  }
}
