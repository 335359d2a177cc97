import { z } from 'zod'
import { type Database, sql } from '@/lib/base/infra/database'
import type { Mailbox } from '@/lib/base/infra/generated/prisma/client'
import { type Mail, MailError } from '@/lib/base/infra/mailer'
import { networkName } from '@/lib/base/x402/networks'
import { type EarningsSum, sumEarnings } from '@/lib/payments/sum-earnings'
import type { Attempt, DueItem } from '../outbox/queue-events'
import type { MailPort, SellersContext } from '../ports'
import { amountInWords, mailDigits, mailTexts, makeMailToken } from './mailbox'

type MailContent = {
  language: string
  subject: string
  lines: string[]
  link: { label: string; href: string }
  /** Where a reader unsubscribes; null where there is nothing to unsubscribe from. */
  unsubscribe: { page: string; url: string } | null
}

/** Sends an event as an e-mail to the address that is its receiver. Only an instance with a mail server is asked. */
export async function sendMail(context: SellersContext, item: DueItem): Promise<Attempt> {
  const { mail, publicOrigin } = context
  if (!mail) throw new Error('Expected a mail server.')
  const content = await contentOf(context, mail, item)
  if (content === 'address_removed') return { isTaken: false, isFinal: true, fault: content }
  if (content === null) return { isTaken: true, fault: null }
  const host = new URL(publicOrigin).host.replace(/:\d+$/, '')
  try {
    await mail.send({
      to: item.receiver,
      messageId: `<${item.id}@${host}>`,
      unsubscribeUrl: content.unsubscribe?.url ?? null,
      ...writeMail(content),
    })
    return { isTaken: true, fault: null }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return { isTaken: false, isFinal: error.isFinal, fault: error.code }
  }
}

/** How many messages wait after a failed try, and the code of one of these. */
export async function findUnsentMail(database: Database): Promise<{ count: number; fault: string | null }> {
  const [row] = await database.rows<{ count: number; fault: string | null }>(sql`
    SELECT count(*)::int AS count, max(fault) AS fault FROM outbox
    WHERE state = 'waiting' AND fault IS NOT NULL AND receiver LIKE '%@%'`)
  return row ?? { count: 0, fault: null }
}

/** The message of an event, null where it has nothing to say, or that it is no longer wanted at that address. */
async function contentOf(
  context: SellersContext,
  mail: MailPort,
  item: DueItem,
): Promise<MailContent | 'address_removed' | null> {
  const { database, publicOrigin, sealKey } = context
  const { sellerId } = item
  if (sellerId === null) return gasContent(context, mail, gasEvent.parse(JSON.parse(item.body)).wallet)
  const mailbox = await database.mailbox.findUnique({
    where: { sellerId, address: item.receiver },
    include: { seller: { select: { handle: true } } },
  })
  if (!mailbox) return 'address_removed'
  const { handle } = mailbox.seller
  if (item.eventType === 'confirm') {
    // Confirmed since the event was stored, or asked for again.
    const isWanted = mailbox.confirmNonce !== null && item.eventId === `confirm ${mailbox.id}`
    return isWanted ? confirmContent(context, mail, { ...mailbox, handle }) : 'address_removed'
  }
  if (mailbox.confirmedAt === null) return 'address_removed'
  const token = makeMailToken(sealKey, 'unsubscribe', { mailboxId: mailbox.id })
  const unsubscribe = {
    page: `${publicOrigin}/mail/unsubscribe?token=${token}`,
    url: `${publicOrigin}/api/mail/unsubscribe?token=${token}`,
  }
  const event: unknown = JSON.parse(item.body)
  const content =
    item.eventType === 'payment.summary'
      ? await summaryContent(context, { ...mailbox, handle }, summaryEvent.parse(event).day)
      : await saleContent(context, mailbox, saleEvent.parse(event).payment)
  return content && { ...content, unsubscribe }
}

const gasEvent = z.object({
  wallet: z.object({ network: z.string(), address: z.string(), balanceAtomic: z.string() }),
})

function gasContent(
  { publicOrigin }: SellersContext,
  { siteName }: MailPort,
  { network, address, balanceAtomic }: z.infer<typeof gasEvent>['wallet'],
): MailContent {
  return {
    language: 'en',
    subject: `${siteName}: a gas wallet on ${networkName(network)} is dry`,
    lines: [
      `The gas wallet ${address} on ${networkName(network)} is low, or the day's gas budget there is spent.`,
      `It holds ${balanceAtomic} of the network's smallest units. Payments there fail when no wallet is left.`,
    ],
    link: { label: 'The state of the site', href: `${publicOrigin}/dashboard/operator` },
    unsubscribe: null,
  }
}

type NamedMailbox = Mailbox & { handle: string }

const CONFIRM_WITHIN_MS = 86_400_000

function confirmContent(
  { publicOrigin, sealKey }: SellersContext,
  { siteName: site }: MailPort,
  { id: mailboxId, language, confirmNonce, createdAt, handle }: NamedMailbox,
): MailContent {
  const t = mailTexts(language)
  const facts = { mailboxId, nonce: confirmNonce ?? '', expiresAt: createdAt.getTime() + CONFIRM_WITHIN_MS }
  const token = makeMailToken(sealKey, 'confirm', facts)
  return {
    language,
    subject: t('confirm.subject', { site }),
    lines: [t('confirm.who', { handle, site }), t('confirm.how')],
    link: { label: t('confirm.link'), href: `${publicOrigin}/mail/confirm?token=${token}` },
    unsubscribe: null,
  }
}

const soldPayment = z.object({
  paymentId: z.string(),
  routeKey: z.string(),
  network: z.string(),
  asset: z.string(),
  payer: z.string(),
  amountAtomic: z.string().nullable(),
})
const saleEvent = z.object({ payment: soldPayment })

async function saleContent(
  { database, publicOrigin }: SellersContext,
  { sellerId, language }: Mailbox,
  { paymentId, routeKey, network, asset, payer, amountAtomic }: z.infer<typeof soldPayment>,
) {
  const t = mailTexts(language)
  const title = (await findTitles(database, sellerId, [routeKey])).get(routeKey) ?? routeKey
  const amount = mailDigits(language)(amountInWords(network, asset, BigInt(amountAtomic ?? '0')))
  return {
    language,
    subject: t('sold.subject', { title, amount }),
    lines: [t('sold.what', { title }), t('paid', { amount, network: networkName(network), payer })],
    link: { label: t('payment'), href: `${publicOrigin}/dashboard/payments/${paymentId}` },
  }
}

/** Titles by the keys that payments record; where a key was used again, of the newest route. */
async function findTitles(database: Database, sellerId: string, routeKeys: string[]): Promise<Map<string, string>> {
  const routes = await database.storedRoute.findMany({
    where: { sellerId, routeKey: { in: routeKeys } },
    select: { routeKey: true, title: true },
    orderBy: { createdAt: 'asc' },
  })
  return new Map(routes.map(({ routeKey, title }) => [routeKey, title]))
}

const summaryEvent = z.object({ day: z.string() })

const DAY_MS = 86_400_000
const NAMED_ROUTES = 10

/** The sales of a day (UTC); null for a day without any. */
async function summaryContent(
  { database, publicOrigin }: SellersContext,
  { sellerId, language, handle }: NamedMailbox,
  day: string,
) {
  const from = new Date(`${day}T00:00:00Z`)
  const until = new Date(from.getTime() + DAY_MS)
  const sums = await sumEarnings(database, { sellerId, handle, from, until, maxRoutes: NAMED_ROUTES })
  if (!sums.some(({ payments }) => payments > 0)) return null
  const total = sums.filter(({ day: of, routeKey }) => of === null && routeKey === null)
  const ofRoutes = sums.filter(({ routeKey }) => routeKey !== null)
  const keys = ofRoutes.flatMap(({ routeKey }) => routeKey ?? [])
  const titles = await findTitles(database, sellerId, keys)
  const t = mailTexts(language)
  const inDigits = mailDigits(language)
  return {
    language,
    subject: t('summary.subject', { day, sums: total.map((sum) => inDigits(soldInWords(sum))).join(', ') }),
    lines: [
      t('summary.what', { day }),
      ...total.map((sum) => t('summary.total', { ...soldAndTimes(sum, inDigits), network: networkName(sum.network) })),
      ...ofRoutes.map((sum) => {
        const title = titles.get(sum.routeKey ?? '') ?? sum.routeKey ?? ''
        return t('summary.ofRoute', { ...soldAndTimes(sum, inDigits), title })
      }),
    ],
    link: { label: t('summary.link'), href: `${publicOrigin}/dashboard/payments` },
  }
}

const soldInWords = ({ network, asset, amountAtomic }: EarningsSum) => amountInWords(network, asset, amountAtomic)
const soldAndTimes = (sum: EarningsSum, inDigits: (text: string) => string) => ({
  amount: inDigits(soldInWords(sum)),
  payments: sum.payments,
  hasRefunds: sum.refunds > 0 ? 'yes' : 'no',
  given: inDigits(amountInWords(sum.network, sum.asset, sum.refundedAtomic)),
  kept: inDigits(amountInWords(sum.network, sum.asset, sum.keptAtomic)),
})

const MAXIMUM_SUBJECT = 150

/** A message as it is sent: plain text, and the same as HTML with every text escaped. */
function writeMail({
  language,
  subject,
  lines,
  link,
  unsubscribe,
}: MailContent): Pick<Mail, 'subject' | 'text' | 'html'> {
  const t = mailTexts(language)
  const text = [
    ...lines.map(oneLine),
    `${link.label}: ${link.href}`,
    ...(unsubscribe ? ['--', `${t('why')} ${unsubscribe.page}`] : []),
  ]
  const html = [
    ...lines.map((line) => `<p>${escapeText(oneLine(line))}</p>`),
    `<p>${anchor(link.href, link.label)}</p>`,
    ...(unsubscribe
      ? [`<hr><p><small>${escapeText(t('why'))} ${anchor(unsubscribe.page, t('unsubscribe'))}</small></p>`]
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
