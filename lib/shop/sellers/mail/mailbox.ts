import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import type { Mailbox } from '@/lib/base/infra/generated/prisma/client'
import { isUuid } from '@/lib/base/infra/identifiers'
import { MAIL_ADDRESS_PATTERN } from '@/lib/base/infra/site-env'
import { ruled, say } from '@/lib/base/sentences/say'
import { languages } from '@/lib/site/messages/languages'
import { type Actor, getOwnSeller } from '../actor'
import { inOwnShop } from '../audit/own-shop'
import { asIssue, InputRefusedError, parseInput } from '../input-refused-error'
import { queueItems } from '../outbox/queue-events'
import type { SellersContext } from '../ports'
import { type SealKey, sealText, tryOpenSealed } from '../seal'

/** The token of the link that confirms an address: it names the mailbox, and its question that only its reader knows. */
export const confirmToken = ({ id, confirmNonce }: Pick<Mailbox, 'id' | 'confirmNonce'>) => `${id}-${confirmNonce}`

const UNSUBSCRIBE = 'mail unsubscribe'

/** The token of the links that end the mail to a mailbox. */
export const unsubscribeToken = (key: SealKey, mailboxId: string) =>
  Buffer.from(sealText(key, UNSUBSCRIBE, mailboxId)).toString('base64url')

export const mailboxInput = z
  .object({
    address: z
      .string()
      .trim()
      .toLowerCase()
      .max(254, ruled('charactersTooMany'))
      .refine((text) => MAIL_ADDRESS_PATTERN.test(text), asIssue(say('addressOfMail', { address: 'you@example.com' }))),
    tellsEachSale: z.boolean().default(false).describe('Each sale, or the sales of a day in one e-mail.'),
    language: z.enum(languages).default(languages[0]).describe('What the e-mails are written in.'),
  })
  .strict()

/** Questions whether an address is right, within 24 hours: to one address from all shops, and from one shop to all. */
const MAXIMUM_ASKED = { ofAddress: 3, ofShop: 5 }
const DAY_MS = 86_400_000

/**
 * Sets the e-mail address of the actor's shop; a shop has one. A new address gets only a link until its reader has
 * followed it.
 */
export async function setMailbox(
  context: SellersContext,
  actor: Actor,
  input: unknown,
): Promise<{ address: string; isConfirmed: boolean }> {
  const { mail } = context
  const parsed = parseInput(mailboxInput, input)
  if (!mail) throw new InputRefusedError({ address: say('mailOff') })
  const { address, language, tellsEachSale } = parsed
  return inOwnShop(context, actor, async ({ transaction, sellerId, now, record }) => {
    const before = await transaction.mailbox.findUnique({ where: { sellerId } })
    const isConfirmed = before?.address === address && before.confirmedAt !== null
    if (isConfirmed) {
      const since = before.tellsEachSale === tellsEachSale ? {} : { sweptUntil: now }
      await transaction.mailbox.update({ where: { sellerId }, data: { tellsEachSale, language, ...since } })
    } else {
      await refuseFlood(transaction, { sellerId, address, since: new Date(now.getTime() - DAY_MS) })
      await transaction.mailbox.deleteMany({ where: { sellerId } })
      const id = randomUUID()
      const confirmNonce = randomBytes(16).toString('base64url')
      const chosen = { address, tellsEachSale, language, confirmNonce }
      await transaction.mailbox.create({ data: { id, sellerId, ...chosen, sweptUntil: now, createdAt: now } })
      const question = { eventId: `confirm ${id}`, eventType: 'confirm', body: '{}' }
      await queueItems(transaction, [{ sellerId, receiver: address, ...question }], now)
    }
    await record('mail.set', before?.id ?? sellerId, { after: { tellsEachSale, language, isConfirmed } })
    return { address, isConfirmed }
  })
}

/** Keeps strangers from being flooded with questions. All messages count, also those that were never sent. */
async function refuseFlood(
  transaction: DatabaseTransaction,
  { sellerId, address, since }: { sellerId: string; address: string; since: Date },
): Promise<void> {
  // Two shops that ask the same address at once are counted one after the other.
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${address}, 0))`)
  const asked = { eventType: 'confirm', createdAt: { gt: since } }
  const ofAddress = await transaction.outboxItem.count({ where: { ...asked, receiver: address } })
  const ofShop = await transaction.outboxItem.count({ where: { ...asked, sellerId } })
  if (ofAddress < MAXIMUM_ASKED.ofAddress && ofShop < MAXIMUM_ASKED.ofShop) return
  throw new InputRefusedError({ address: say('confirmationsTooMany') })
}

/** Deletes the actor's e-mail settings; waiting messages are not sent. No error without any. */
export async function removeMailbox(context: SellersContext, actor: Actor): Promise<void> {
  await inOwnShop(context, actor, async ({ transaction, sellerId, record }) => {
    const mailbox = await transaction.mailbox.findUnique({ where: { sellerId } })
    if (!mailbox) return
    await transaction.mailbox.delete({ where: { sellerId } })
    await record('mail.removed', mailbox.id, { before: { tellsEachSale: mailbox.tellsEachSale } })
  })
}

export const mailboxShape = z.object({
  isAvailable: z.boolean().describe('False where the site sends no e-mail.'),
  address: z.string().nullable(),
  tellsEachSale: z.boolean().describe('Each sale, or the sales of a day in one e-mail the next morning.'),
  language: z.string().nullable().describe('What the e-mails are written in.'),
  isConfirmed: z.boolean(),
})
type MailboxView = z.infer<typeof mailboxShape>

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

/** Confirms a shop's e-mail address. False for a token that is forged, used, replaced or a day old. */
export async function confirmMailbox({ database, clock }: SellersContext, token: string): Promise<boolean> {
  const [, id = '', confirmNonce = ''] = /^(.{36})-([\w-]{22})$/.exec(token) ?? []
  if (!isUuid(id)) return false
  const now = clock()
  const { count } = await database.mailbox.updateMany({
    where: { id, confirmNonce, confirmedAt: null, createdAt: { gt: new Date(now.getTime() - DAY_MS) } },
    data: { confirmNonce: null, confirmedAt: now, sweptUntil: now },
  })
  return count === 1
}

/** Stops the mail to the address of the link's token; repeating it is no error. False for a forged token. */
export async function unsubscribe({ database, sealKey }: SellersContext, token: string): Promise<boolean> {
  const opened = tryOpenSealed(sealKey, UNSUBSCRIBE, Buffer.from(token, 'base64url'))
  // Links of earlier mails have more beside it.
  const id = opened && /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(opened)?.[0]
  if (!id) return false
  await database.mailbox.deleteMany({ where: { id } })
  return true
}
