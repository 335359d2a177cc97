import type { SellersContext } from '../ports'
import { readMailToken } from './mail-token'

/** Confirms a shop's e-mail address. False for a token that is forged, used, replaced or too old. */
export async function confirmMailbox({ database, clock, sealKey }: SellersContext, token: string): Promise<boolean> {
  const facts = readMailToken(sealKey, 'confirm', token)
  const now = clock()
  if (!facts || facts.expiresAt <= now.getTime()) return false
  const { count } = await database.mailbox.updateMany({
    where: { id: facts.mailboxId, confirmNonce: facts.nonce, confirmedAt: null },
    data: { confirmNonce: null, confirmedAt: now, sweptUntil: now },
  })
  return count === 1
}

/** Stops the mail to the address of the link's token; repeating it is no error. False for a forged token. */
export async function unsubscribe({ database, sealKey }: SellersContext, token: string): Promise<boolean> {
  const facts = readMailToken(sealKey, 'unsubscribe', token)
  if (!facts) return false
  await database.mailbox.deleteMany({ where: { id: facts.mailboxId } })
  return true
}
