import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import { z } from 'zod'
import { assetFacts } from '@/lib/base/chains/assets'
import { type Database, sql } from '@/lib/base/infra/database'
import type { Mailbox } from '@/lib/base/infra/generated/prisma/client'
import { MailError } from '@/lib/base/infra/mailer'
import { localDigits } from '@/lib/base/x402/local-digits'
import { networkName } from '@/lib/base/x402/networks'
import { amountInWords } from '@/lib/base/x402/payment-option'
import { type EarningsSum, sumEarnings } from '@/lib/payments/sum-earnings'
import { languages, localeOf, parseLanguage } from '@/lib/site/messages/languages'
import { translateIn } from '@/lib/site/messages/translate'
import type { Attempt, DueItem } from '../outbox/queue-events'
import type { MailPort, SellersContext } from '../ports'
import { confirmToken, unsubscribeToken } from './mailbox'

type MailContent = {
  wording: Wording
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
  const event: unknown = JSON.parse(item.body)
  if (sellerId === null) return gasContent(context, mail, gasEvent.parse(event).wallet)
  const mailbox = await database.mailbox.findUnique({
    where: { sellerId, address: item.receiver },
    include: { seller: { select: { handle: true } } },
  })
  const isConfirmed = mailbox?.confirmedAt != null
  const isQuestion = item.eventType === 'confirm'
  // Else it was confirmed since the event was stored, asked for again, or left.
  const isWanted = isQuestion ? !isConfirmed && item.eventId === `confirm ${mailbox?.id}` : isConfirmed
  if (!mailbox || !isWanted) return 'address_removed'
  const known = { ...mailbox, ...mailbox.seller, wording: wordingIn(mailbox.language) }
  if (isQuestion) return confirmContent(context, mail, known)
  const token = unsubscribeToken(sealKey, mailbox.id)
  const unsubscribe = {
    page: `${publicOrigin}/mail/unsubscribe?token=${token}`,
    url: `${publicOrigin}/api/mail/unsubscribe?token=${token}`,
  }
  const isSummary = item.eventType === 'payment.summary'
  const content = isSummary
    ? await summaryContent(context, known, summaryEvent.parse(event).day)
    : await saleContent(context, known, saleEvent.parse(event))
  return content && { ...content, wording: known.wording, unsubscribe }
}

type Wording = ReturnType<typeof wordingIn>
type Amount = { network: string; asset: string; amountAtomic: bigint }

function wordingIn(chosen: string) {
  const language = parseLanguage(chosen) ?? languages[0]
  const amountOf = ({ network, asset, amountAtomic }: Amount): string => {
    const isBelowZero = amountAtomic < 0n
    const words = amountInWords(isBelowZero ? -amountAtomic : amountAtomic, { coin: assetFacts(network, asset), asset })
    return localDigits(isBelowZero ? `−${words}` : words, localeOf[language])
  }
  return { language, t: translateIn(language, 'mails'), amountOf }
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
    wording: wordingIn('en'),
    subject: `${siteName}: a gas wallet on ${networkName(network)} is dry`,
    lines: [
      `The gas wallet ${address} on ${networkName(network)} is low, or the day's gas budget there is spent.`,
      `It holds ${balanceAtomic} of the network's smallest units. Payments there fail when no wallet is left.`,
    ],
    link: { label: 'The state of the site', href: `${publicOrigin}/dashboard/operator` },
    unsubscribe: null,
  }
}

type KnownMailbox = Mailbox & { handle: string; wording: Wording }

function confirmContent(
  { publicOrigin }: SellersContext,
  { siteName: site }: MailPort,
  { wording, handle, ...mailbox }: KnownMailbox,
): MailContent {
  const { t } = wording
  return {
    wording,
    subject: t('confirm.subject', { site }),
    lines: [t('confirm.who', { handle, site }), t('confirm.how')],
    link: { label: t('confirm.link'), href: `${publicOrigin}/mail/confirm?token=${confirmToken(mailbox)}` },
    unsubscribe: null,
  }
}

const saleEvent = z.object({
  payment: z.object({
    paymentId: z.string(),
    routeKey: z.string(),
    network: z.string(),
    asset: z.string(),
    payer: z.string(),
    amountAtomic: z.coerce.bigint(),
  }),
})

async function saleContent(
  { database, publicOrigin }: SellersContext,
  { sellerId, wording: { t, amountOf } }: KnownMailbox,
  { payment }: z.infer<typeof saleEvent>,
) {
  const { paymentId, routeKey, network, payer } = payment
  const title = (await findTitles(database, sellerId, [routeKey])).get(routeKey) ?? routeKey
  const amount = amountOf(payment)
  return {
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
  { sellerId, handle, wording: { t, amountOf } }: KnownMailbox,
  day: string,
) {
  const from = new Date(`${day}T00:00:00Z`)
  const until = new Date(from.getTime() + DAY_MS)
  const sums = await sumEarnings(database, { sellerId, handle, from, until, maxRoutes: NAMED_ROUTES })
  if (!sums.some(({ payments }) => payments > 0)) return null
  const totals = sums.filter((sum) => sum.day === null && sum.routeKey === null)
  const ofRoutes = sums.flatMap(({ routeKey, ...sum }) => (routeKey === null ? [] : [{ ...sum, routeKey }]))
  const keys = ofRoutes.map(({ routeKey }) => routeKey)
  const titles = await findTitles(database, sellerId, keys)
  const soldAndKept = (sum: Omit<EarningsSum, 'routeKey'>) => ({
    amount: amountOf(sum),
    payments: sum.payments,
    hasRefunds: sum.refunds > 0 ? 'yes' : 'no',
    given: amountOf({ ...sum, amountAtomic: sum.refundedAtomic }),
    kept: amountOf({ ...sum, amountAtomic: sum.keptAtomic }),
  })
  return {
    subject: t('summary.subject', { day, sums: totals.map(amountOf).join(', ') }),
    lines: [
      t('summary.what', { day }),
      ...totals.map((sum) => t('summary.total', { ...soldAndKept(sum), network: networkName(sum.network) })),
      ...ofRoutes.map((sum) =>
        t('summary.ofRoute', { ...soldAndKept(sum), title: titles.get(sum.routeKey) ?? sum.routeKey }),
      ),
    ],
    link: { label: t('summary.link'), href: `${publicOrigin}/dashboard/payments` },
  }
}

const MAXIMUM_SUBJECT = 150

/** A message as it is sent: plain text, and the same as HTML. */
function writeMail({ wording: { t, language: lang }, subject, link, unsubscribe, ...content }: MailContent) {
  const lines = content.lines.map(oneLine)
  const leaving = unsubscribe && [
    h('hr'),
    h('p', h('small', `${t('why')} `, anchor(unsubscribe.page, t('unsubscribe')))),
  ]
  const body = [...lines.map((line) => h('p', line)), h('p', anchor(link.href, link.label)), ...(leaving ?? [])]
  const text = [...lines, `${link.label}: ${link.href}`]
  if (unsubscribe) text.push('--', `${t('why')} ${unsubscribe.page}`)
  return {
    subject: [...oneLine(subject)].slice(0, MAXIMUM_SUBJECT).join(''),
    text: `${text.join('\n\n')}\n`,
    html: toHtml({ type: 'root', children: [{ type: 'doctype' }, h('html', { lang }, h('body', body))] }),
  }
}

const anchor = (href: string, label: string) => h('a', { href }, label)

/** Without line breaks, other control characters, and marks that reverse the direction of the following text. */
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
