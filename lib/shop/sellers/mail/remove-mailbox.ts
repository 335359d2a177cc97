import { type Actor, getOwnSeller, lockOwnShop } from '../actor'
import { recordChange } from '../audit/record-change'
import type { SellersContext } from '../ports'

/** Deletes the actor's e-mail settings; waiting messages are not sent. No error without any. */
export async function removeMailbox({ database, clock }: SellersContext, actor: Actor): Promise<void> {
  const { id: sellerId } = await getOwnSeller(database, actor)
  await database.$transaction(async (transaction) => {
    await lockOwnShop(transaction, actor)
    const mailbox = await transaction.mailbox.findUnique({ where: { sellerId } })
    if (!mailbox) return
    await transaction.mailbox.delete({ where: { sellerId } })
    const change = { at: clock(), sellerId, act: 'mail.removed', subject: mailbox.id } as const
    await recordChange(transaction, actor, { ...change, before: { events: mailbox.events } })
  })
}
