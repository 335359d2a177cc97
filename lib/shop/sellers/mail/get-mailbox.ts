import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'

export type MailboxView = {
  /** False where the site sends no e-mail at all. */
  isAvailable: boolean
  address: string | null
  events: string[]
  /** The language of the e-mails; null without an address. */
  language: string | null
  isConfirmed: boolean
  /** The last messages, newest first, without their text. */
  messages: {
    messageId: string
    address: string
    kind: string
    state: 'waiting' | 'delivered' | 'failed'
    /** A code for why the last try failed. */
    fault: string | null
    createdAt: Date
  }[]
}

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
