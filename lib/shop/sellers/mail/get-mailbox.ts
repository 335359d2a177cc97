import { z } from 'zod'
import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'

export const mailboxShape = z.object({
  isAvailable: z.boolean().describe('False where the site sends no e-mail.'),
  address: z.string().nullable(),
  tellsEachSale: z.boolean().describe('Each sale, or the sales of a day in one e-mail the next morning.'),
  language: z.string().nullable().describe('What the e-mails are written in.'),
  isConfirmed: z.boolean(),
})
type MailboxView = z.infer<typeof mailboxShape>

/** The e-mail settings of the actor's own shop. */
export async function getMailbox({ database, mail }: SellersContext, actor: Actor): Promise<MailboxView> {
  const { id: sellerId } = await getOwnSeller(database, actor)
  const mailbox = await database.mailbox.findUnique({ where: { sellerId } })
  return {
    isAvailable: mail !== null,
    address: mailbox?.address ?? null,
    tellsEachSale: mailbox?.tellsEachSale ?? false,
    language: mailbox?.language ?? null,
    isConfirmed: mailbox?.confirmedAt != null,
  }
}
