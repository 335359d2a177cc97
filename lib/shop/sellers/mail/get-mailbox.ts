import { z } from 'zod'
import { id, time } from '@/lib/base/x402/answer-parts'
import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'

export const mailboxShape = z.object({
  isAvailable: z.boolean().describe('False where the site sends no e-mail.'),
  address: z.string().nullable(),
  events: z.array(z.string()),
  language: z.string().nullable().describe('What the e-mails are written in.'),
  isConfirmed: z.boolean(),
  messages: z
    .array(
      z.object({
        messageId: id,
        address: z.string(),
        kind: z.string(),
        state: z.enum(['waiting', 'delivered', 'failed']),
        fault: z.string().nullable().describe('Why the last try failed, as a code.'),
        createdAt: time,
      }),
    )
    .describe('The last ones, newest first.'),
})
export type MailboxView = z.infer<typeof mailboxShape>

const SHOWN_MESSAGES = 20

/** The e-mail settings of the actor's own shop, and the state of the last messages. */
export async function getMailbox({ database, mail }: SellersContext, actor: Actor): Promise<MailboxView> {
  const { id: sellerId } = await getOwnSeller(database, actor)
  const [mailbox, rows] = await Promise.all([
    database.mailbox.findUnique({ where: { sellerId } }),
    database.mailMessage.findMany({ where: { sellerId }, orderBy: { createdAt: 'desc' }, take: SHOWN_MESSAGES }),
  ])
  return {
    isAvailable: mail !== null,
    address: mailbox?.address ?? null,
    events: mailbox?.events ?? [],
    language: mailbox?.language ?? null,
    isConfirmed: mailbox?.confirmedAt != null,
    messages: rows.map(({ id, address, kind, state, fault, createdAt }) => ({
      messageId: id,
      address,
      kind,
      state,
      fault,
      createdAt,
    })),
  }
}
