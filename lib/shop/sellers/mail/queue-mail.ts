import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import type { MailKind } from './events'
import type { MailContent } from './write-mail'

export type NewMail = {
  /** Null for the operator's own messages. */
  sellerId: string | null
  address: string
  kind: MailKind
  /** The same for repeats of one event; each address is told once. */
  eventId: string
  content: MailContent
}

/** Stores messages that are not there yet; returns the number of new ones. */
export async function queueMail(
  database: Database | DatabaseTransaction,
  mails: NewMail[],
  now: Date,
): Promise<number> {
  if (mails.length === 0) return 0
  const due = { state: 'waiting' as const, nextAttemptAt: now, createdAt: now }
  const { count } = await database.mailMessage.createMany({
    data: mails.map((mail) => ({ ...mail, ...due })),
    skipDuplicates: true,
  })
  return count
}
