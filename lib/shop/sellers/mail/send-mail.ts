import { z } from 'zod'
import type { Database } from '@/lib/base/infra/database'
import type { MailMessage } from '@/lib/base/infra/generated/prisma/client'
import { workOnRow } from '@/lib/base/infra/jobs'
import { type Mail, MailError } from '@/lib/base/infra/mailer'
import type { MailPort, SellersContext } from '../ports'
import { mailTexts, makeMailToken } from './mailbox'

const AT_ONCE = 5
const LEASE_MS = 120_000
/** The last try is about nine hours after the first. */
const MAXIMUM_ATTEMPTS = 9
const FIRST_RETRY_MS = 30_000
const LONGEST_RETRY_MS = 4 * 3_600_000
const CONFIRM_WITHIN_MS = 86_400_000

type DueMail = Pick<MailMessage, 'id' | 'sellerId' | 'address' | 'kind' | 'content' | 'attemptCount' | 'createdAt'>

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

function claim({ database, clock }: SellersContext): Promise<DueMail[]> {
  const now = clock()
  return database.$queryRaw<DueMail[]>`
    UPDATE mail_messages
    SET next_attempt_at = ${new Date(now.getTime() + LEASE_MS)}, attempt_count = attempt_count + 1
    WHERE id IN (SELECT id FROM mail_messages WHERE state = 'waiting' AND next_attempt_at <= ${now}
      ORDER BY next_attempt_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
    RETURNING id, seller_id AS "sellerId", address, kind, content, attempt_count AS "attemptCount",
      created_at AS "createdAt"`
}

async function sendOne(context: SellersContext, mail: MailPort, message: DueMail): Promise<void> {
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
  message: DueMail,
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
async function address({ database, sealKey, publicOrigin }: SellersContext, message: DueMail) {
  const content = mailContent.parse(message.content)
  const { sellerId } = message
  const plain = { content, unsubscribeUrl: null, unsubscribePage: null }
  if (sellerId === null) return plain
  const mailbox = await database.mailbox.findUnique({ where: { sellerId } })
  if (!mailbox || mailbox.address !== message.address) return null
  if (message.kind === 'confirm') {
    // Confirmed since the message was stored, or asked for again.
    if (mailbox.confirmNonce === null || mailbox.createdAt.getTime() !== message.createdAt.getTime()) return null
    const expiresAt = message.createdAt.getTime() + CONFIRM_WITHIN_MS
    const facts = { mailboxId: mailbox.id, nonce: mailbox.confirmNonce, expiresAt }
    const href = `${publicOrigin}/mail/confirm?token=${makeMailToken(sealKey, 'confirm', facts)}`
    return { ...plain, content: { ...content, link: { label: mailTexts(content.language)('confirm.link'), href } } }
  }
  if (mailbox.confirmedAt === null) return null
  const token = makeMailToken(sealKey, 'unsubscribe', { mailboxId: mailbox.id })
  return {
    content,
    unsubscribeUrl: `${publicOrigin}/api/mail/unsubscribe?token=${token}`,
    unsubscribePage: `${publicOrigin}/mail/unsubscribe?token=${token}`,
  }
}

const mailContent = z.object({
  language: z.string().default('en'),
  subject: z.string(),
  lines: z.array(z.string()),
  link: z.object({ label: z.string(), href: z.string() }).optional(),
})
export type MailContent = z.infer<typeof mailContent>

const MAXIMUM_SUBJECT = 150

/**
 * A message as it is sent: plain text, and the same as HTML with every text escaped.
 * @param unsubscribePage where a reader unsubscribes; null where there is nothing to unsubscribe from
 */
function writeMail(
  { language, subject, lines, link }: MailContent,
  unsubscribePage: string | null,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const t = mailTexts(language)
  const text = [
    ...lines.map(oneLine),
    ...(link ? [`${link.label}: ${link.href}`] : []),
    ...(unsubscribePage ? ['--', `${t('why')} ${unsubscribePage}`] : []),
  ]
  const html = [
    ...lines.map((line) => `<p>${escapeText(oneLine(line))}</p>`),
    ...(link ? [`<p>${anchor(link.href, link.label)}</p>`] : []),
    ...(unsubscribePage
      ? [`<hr><p><small>${escapeText(t('why'))} ${anchor(unsubscribePage, t('unsubscribe'))}</small></p>`]
      : []),
  ]
  return {
    subject: [...oneLine(subject)].slice(0, MAXIMUM_SUBJECT).join(''),
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${escapeText(language)}"><body>${html.join('')}</body></html>`,
  }
}

/** Without line breaks, other control characters, and marks that reverse the direction of the following text. */
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

const anchor = (href: string, label: string) => `<a href="${escapeText(href)}">${escapeText(label)}</a>`

const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
