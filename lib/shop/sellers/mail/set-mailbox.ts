import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { MAIL_ADDRESS_PATTERN } from '@/lib/base/infra/mail-env'
import { ruled, say } from '@/lib/base/sentences/say'
import { languages } from '@/lib/site/messages/languages'
import { type Actor, getOwnSeller, lockOwnShop } from '../actor'
import { recordChange } from '../audit/record-change'
import { asIssue } from '../fault-of'
import { InputRefusedError, parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { mailTexts } from './mail-texts'

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
  const { database, clock, mail } = context
  const { id: sellerId, handle } = await getOwnSeller(database, actor)
  const parsed = parseInput(mailboxInput, input)
  if (!mail) throw new InputRefusedError({ address: say('mailOff') })
  const { address, language, tellsEachSale } = parsed
  const now = clock()
  return database.$transaction(async (transaction) => {
    await lockOwnShop(transaction, actor)
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
      const t = mailTexts(language)
      const chosen = { address, tellsEachSale, language, confirmNonce }
      await transaction.mailbox.create({ data: { id, sellerId, ...chosen, sweptUntil: now, createdAt: now } })
      const content = {
        language,
        subject: t('confirm.subject', { site: mail.siteName }),
        lines: [t('confirm.who', { handle, site: mail.siteName }), t('confirm.how')],
      }
      const message = { sellerId, address, eventId: `confirm ${id}`, kind: 'confirm', content }
      const due = { state: 'waiting' as const, nextAttemptAt: now, createdAt: now }
      await transaction.mailMessage.create({ data: { ...message, ...due } })
    }
    const subject = before?.id ?? sellerId
    const change = {
      at: now,
      sellerId,
      act: 'mail.set',
      subject,
      after: { tellsEachSale, language, isConfirmed },
    } as const
    await recordChange(transaction, actor, change)
    return { address, isConfirmed }
  })
}

/** Keeps strangers from being flooded with questions. All messages count, also those that were never sent. */
async function refuseFlood(
  transaction: DatabaseTransaction,
  { sellerId, address, since }: { sellerId: string; address: string; since: Date },
): Promise<void> {
  // Two shops that ask the same address at once are counted one after the other.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${address}, 0))`
  const asked = { kind: 'confirm', createdAt: { gt: since } }
  const ofAddress = await transaction.mailMessage.count({ where: { ...asked, address } })
  const ofShop = await transaction.mailMessage.count({ where: { ...asked, sellerId } })
  if (ofAddress < MAXIMUM_ASKED.ofAddress && ofShop < MAXIMUM_ASKED.ofShop) return
  throw new InputRefusedError({ address: say('confirmationsTooMany') })
}

/** Deletes the actor's e-mail settings; waiting messages are not sent. No error without any. */
export async function removeMailbox({ database, clock }: SellersContext, actor: Actor): Promise<void> {
  const { id: sellerId } = await getOwnSeller(database, actor)
  await database.$transaction(async (transaction) => {
    await lockOwnShop(transaction, actor)
    const mailbox = await transaction.mailbox.findUnique({ where: { sellerId } })
    if (!mailbox) return
    await transaction.mailbox.delete({ where: { sellerId } })
    const change = { at: clock(), sellerId, act: 'mail.removed', subject: mailbox.id } as const
    await recordChange(transaction, actor, { ...change, before: { tellsEachSale: mailbox.tellsEachSale } })
  })
}
