import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'

export type MailboxView = {
  /** False where the site sends no e-mail at all. */
  isAvailable: boolean
  address: string | null
  events: string[]
  /** What the e-mails are written in; null without an address. */
  language: string | null
  isConfirmed: boolean
  /** The last messages, newest first, without their text. */
  messages: {
    messageId: string
    address: string
    kind: string
    state: 'waiting' | 'delivered' | 'failed'
    /** Why the last try failed, as a code. */
    fault: string | null
    createdAt: Date
  }[]
}

const SHOWN_MESSAGES = 20

/** Where the actor's own shop is told by e-mail, and what became of the last messages. */
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
