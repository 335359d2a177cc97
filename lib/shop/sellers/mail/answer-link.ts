import type { SellersContext } from '../ports'
import { readMailToken } from './mail-token'

/** Begins the mail of the shop whose address a link confirms. False for a link that is forged, used, replaced or too old. */
export async function confirmMailbox({ database, clock, sealKey }: SellersContext, token: string): Promise<boolean> {
  const facts = readMailToken(sealKey, 'confirm', token)
  const now = clock()
  if (!facts || facts.expiresAt <= now.getTime()) return false
  const { count } = await database.mailbox.updateMany({
    where: { id: facts.mailboxId, confirmNonce: facts.nonce, confirmedAt: null },
    data: { confirmNonce: null, confirmedAt: now, sweptUntil: now, summedUntil: now },
  })
  return count === 1
}

/** Ends the mail to the address that a link was sent to; again is no fault. False for a forged link. */
export async function unsubscribe({ database, sealKey }: SellersContext, token: string): Promise<boolean> {
  const facts = readMailToken(sealKey, 'unsubscribe', token)
  if (!facts) return false
  await database.mailbox.deleteMany({ where: { id: facts.mailboxId } })
  return true
}
