import type { Database } from '@/lib/base/infra/database'
import { MailError } from '@/lib/base/infra/mailer'
import { workOnRow } from '@/lib/base/infra/work-on-row'
import type { MailPort, SellersContext } from '../ports'
import { mailTexts } from './mail-texts'
import { makeMailToken } from './mail-token'
import { mailContent, writeMail } from './write-mail'

/** Messages that one run sends at once. */
const AT_ONCE = 5
const LEASE_MS = 120_000
/** The last try is about nine hours after the first. */
const MAXIMUM_ATTEMPTS = 9
const FIRST_RETRY_MS = 30_000
const LONGEST_RETRY_MS = 4 * 3_600_000
const CONFIRM_WITHIN_MS = 86_400_000

type Due = {
  id: string
  sellerId: string | null
  address: string
  kind: string
  content: unknown
  attemptCount: number
  createdAt: Date
}

/**
 * Sends messages that are due, and returns their number. One instance sends each at a time; after two minutes another
 * takes over the work of a dead one, so that a message may arrive twice, with the same Message-ID.
 */
export async function sendMail(context: SellersContext): Promise<number> {
  const { mail } = context
  if (!mail) return 0
  const due = await claim(context)
  const ends = await Promise.allSettled(
    due.map((message) => {
      const where = { id: message.id, attemptCount: message.attemptCount }
      const state = message.attemptCount >= MAXIMUM_ATTEMPTS ? { state: 'failed' as const } : {}
      return workOnRow(
        context,
        { job: 'mail', row: message.id },
        {
          work: () => sendOne(context, mail, message),
          postpone: (nextAttemptAt) =>
            context.database.mailMessage.updateMany({ where, data: { nextAttemptAt, ...state } }),
        },
      )
    }),
  )
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return due.length
}

/** How many messages wait after a failed try, and the code of one of these. */
export async function findUnsentMail(database: Database): Promise<{ count: number; fault: string | null }> {
  const [row] = await database.$queryRaw<{ count: number; fault: string | null }[]>`
    SELECT count(*)::int AS count, max(fault) AS fault FROM mail_messages WHERE state = 'waiting' AND fault IS NOT NULL`
  return row ?? { count: 0, fault: null }
}

/** The oldest messages that are due and that no other instance has taken. */
function claim({ database, clock }: SellersContext): Promise<Due[]> {
  const now = clock()
  return database.$queryRaw<Due[]>`
    UPDATE mail_messages
    SET next_attempt_at = ${new Date(now.getTime() + LEASE_MS)}, attempt_count = attempt_count + 1
    WHERE id IN (SELECT id FROM mail_messages WHERE state = 'waiting' AND next_attempt_at <= ${now}
      ORDER BY next_attempt_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
    RETURNING id, seller_id AS "sellerId", address, kind, content, attempt_count AS "attemptCount",
      created_at AS "createdAt"`
}

async function sendOne(context: SellersContext, mail: MailPort, message: Due): Promise<void> {
  const fault = await trySending(context, mail, message)
  const isLast = fault?.isFinal || message.attemptCount >= MAXIMUM_ATTEMPTS
  const retryMs = Math.min(FIRST_RETRY_MS * 3 ** (message.attemptCount - 1), LONGEST_RETRY_MS)
  const { database, clock } = context
  await database.mailMessage.updateMany({
    where: { id: message.id, attemptCount: message.attemptCount, state: 'waiting' },
    data: !fault
      ? { state: 'delivered', fault: null }
      : {
          fault: fault.code,
          ...(isLast ? { state: 'failed' as const } : { nextAttemptAt: new Date(clock().getTime() + retryMs) }),
        },
  })
}

/** Returns null when the mail server took the message. */
async function trySending(
  context: SellersContext,
  mail: MailPort,
  message: Due,
): Promise<{ code: string; isFinal: boolean } | null> {
  const letter = await address(context, message)
  if (!letter) return { code: 'address_removed', isFinal: true }
  const { host } = new URL(context.publicOrigin)
  const { unsubscribeUrl, content, unsubscribePage } = letter
  try {
    await mail.send({
      to: message.address,
      messageId: `<${message.id}@${host.replace(/:\d+$/, '')}>`,
      unsubscribeUrl,
      ...writeMail(content, unsubscribePage),
    })
    return null
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return error
  }
}

/** The message with the links that only its reader may have; null where it is no longer wanted at that address. */
async function address({ database, sealKey, publicOrigin }: SellersContext, message: Due) {
  const content = mailContent.parse(message.content)
  const { sellerId } = message
  if (sellerId === null) return { content, unsubscribeUrl: null, unsubscribePage: null }
  const mailbox = await database.mailbox.findUnique({ where: { sellerId } })
  if (!mailbox || mailbox.address !== message.address) return null
  if (message.kind === 'confirm') {
    // Confirmed since the message was stored, or asked for again.
    if (mailbox.confirmNonce === null || mailbox.createdAt.getTime() !== message.createdAt.getTime()) return null
    const expiresAt = message.createdAt.getTime() + CONFIRM_WITHIN_MS
    const facts = { mailboxId: mailbox.id, nonce: mailbox.confirmNonce, expiresAt }
    const href = `${publicOrigin}/mail/confirm?token=${makeMailToken(sealKey, 'confirm', facts)}`
    return {
      content: { ...content, link: { label: mailTexts(content.language)('confirm.link'), href } },
      unsubscribeUrl: null,
      unsubscribePage: null,
    }
  }
  if (mailbox.confirmedAt === null) return null
  const token = makeMailToken(sealKey, 'unsubscribe', { mailboxId: mailbox.id })
  return {
    content,
    unsubscribeUrl: `${publicOrigin}/api/mail/unsubscribe?token=${token}`,
    unsubscribePage: `${publicOrigin}/mail/unsubscribe?token=${token}`,
  }
}
