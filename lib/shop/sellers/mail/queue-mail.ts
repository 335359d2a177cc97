import { type Database, Prisma, timeOf } from '@/lib/base/infra/database'
import { networkName } from '@/lib/base/x402/networks'
import { endedPaymentsSql } from '@/lib/payments/list-shop-payments'
import { type EarningsSum, sumEarnings } from '@/lib/payments/sum-earnings'
import type { SellersContext } from '../ports'
import { amountInWords, mailDigits, mailTexts } from './mailbox'
import type { MailContent } from './send-mail'

type NewMail = {
  /** Null for the operator's own messages. */
  sellerId: string | null
  address: string
  kind: 'payment.settled' | 'payment.summary' | 'gas.low'
  /** The same for repeats of one event; each address is told once. */
  eventId: string
  content: MailContent
}

/** Stores messages that are not there yet; returns the number of new ones. */
async function queueMail(database: Database, mails: NewMail[], now: Date): Promise<number> {
  if (mails.length === 0) return 0
  const due = { state: 'waiting' as const, nextAttemptAt: now, createdAt: now }
  const { count } = await database.mailMessage.createMany({
    data: mails.map((mail) => ({ ...mail, ...due })),
    skipDuplicates: true,
  })
  return count
}

/** Tells the operator of low gas wallets, once a day (UTC) for each. */
export async function queueGasMail(
  { database, clock, mail, publicOrigin }: SellersContext,
  dry: readonly { network: string; address: string; balance: string }[],
): Promise<number> {
  if (!mail?.operatorAddress) return 0
  const now = clock()
  const day = now.toISOString().slice(0, 10)
  const to = mail.operatorAddress.toLowerCase()
  const mails = dry.map(({ network, address, balance }) => {
    const lines = [
      `The gas wallet ${address} on ${networkName(network)} is low, or the day's gas budget there is spent.`,
      `It holds ${balance} of the network's smallest units. Payments there fail when no wallet is left.`,
    ]
    const link = { label: 'The state of the site', href: `${publicOrigin}/dashboard/operator` }
    const content = {
      language: 'en',
      subject: `${mail.siteName}: a gas wallet on ${networkName(network)} is dry`,
      lines,
      link,
    }
    const eventId = `gas.low ${network} ${address} ${day}`
    return { sellerId: null, address: to, kind: 'gas.low' as const, eventId, content }
  })
  return queueMail(database, mails, now)
}

type EndedSale = {
  sellerId: string
  address: string
  language: string
  paymentId: string
  routeKey: string
  title: string | null
  network: string
  asset: string
  payer: string
  amountAtomic: string | null
}

/** Messages to one shop about single sales within one day (UTC): more would delay those of all other shops. */
const MAXIMUM_OF_A_DAY = 100

/**
 * Stores a message for every sale since the previous sweep, outside of the payment itself. Instances may sweep at
 * once and again: an event is stored once per address. Sweeps overlap, to include transactions that were open at the
 * time. A sweep ends by the database's clock, as payments do: clocks of instances differ.
 */
export async function queueSaleMail({ database, clock, mail, publicOrigin }: SellersContext): Promise<number> {
  if (!mail) return 0
  const now = clock()
  const begunAtMs = performance.now()
  const today = new Date(now.toISOString().slice(0, 10))
  const rows = await database.$queryRaw<EndedSale[]>`
    SELECT mailbox.seller_id AS "sellerId", mailbox.address, mailbox.language, route.title, payment."paymentId",
      payment."routeKey", payment.network, payment.asset, payment.payer, payment."amountAtomic"
    FROM mailboxes mailbox JOIN sellers seller ON seller.id = mailbox.seller_id
    CROSS JOIN LATERAL (SELECT count(*) AS told FROM mail_messages
      WHERE seller_id = mailbox.seller_id AND created_at >= ${today}
        AND kind = 'payment.settled') today
    CROSS JOIN LATERAL (
      SELECT ended.* FROM (${endedPaymentsSql(Prisma.sql`seller.handle`)}) AS ended
      WHERE ended."endedAt" > mailbox.swept_until - interval '2 minutes' AND ended."endedAt" > mailbox.confirmed_at
        AND ended.status = 'settled' AND NOT EXISTS (SELECT 1 FROM mail_messages message
          WHERE message.address = mailbox.address AND message.event_id = ended."paymentId"::text)
      ORDER BY ended."endedAt" LIMIT greatest(0, ${MAXIMUM_OF_A_DAY}::int - today.told)
    ) payment
    LEFT JOIN LATERAL (SELECT title FROM stored_routes
      WHERE seller_id = mailbox.seller_id AND route_key = payment."routeKey" ORDER BY created_at DESC LIMIT 1
    ) route ON true
    WHERE mailbox.confirmed_at IS NOT NULL AND mailbox.tells_each_sale`
  const count = await queueMail(
    database,
    rows.map((row) => toSaleMail(row, publicOrigin)),
    now,
  )
  await database.$executeRaw`
    WITH held AS (
      SELECT id FROM mailboxes
      WHERE confirmed_at IS NOT NULL AND tells_each_sale AND swept_until < now() - interval '30 seconds'
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE mailboxes SET swept_until = ${timeOf(begunAtMs)} FROM held WHERE mailboxes.id = held.id`
  return count
}

function toSaleMail(row: EndedSale, publicOrigin: string): NewMail {
  const { sellerId, address, language, paymentId, payer } = row
  const t = mailTexts(language)
  const title = row.title ?? row.routeKey
  const amount = mailDigits(language)(amountInWords(row.network, row.asset, BigInt(row.amountAtomic ?? '0')))
  const paid = t('paid', { amount, network: networkName(row.network), payer })
  const content = {
    language,
    subject: t('sold.subject', { title, amount }),
    lines: [t('sold.what', { title }), paid],
    link: { label: t('payment'), href: `${publicOrigin}/dashboard/payments/${paymentId}` },
  }
  return { sellerId, address, kind: 'payment.settled', eventId: paymentId, content }
}

const DAY_MS = 86_400_000
const SWEEP_LIMIT = 100
const NAMED_ROUTES = 10

type Wanting = { id: string; sellerId: string; handle: string; address: string; language: string }

/**
 * Stores one message about yesterday (UTC) for each shop that is not told of each sale; none where nothing was sold. Any number of instances may do it at once: one message per day and address.
 */
export async function queueSummaryMail(context: SellersContext): Promise<number> {
  const { database, clock, mail } = context
  if (!mail) return 0
  const now = clock()
  const until = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)
  const from = new Date(until.getTime() - DAY_MS)
  const wanting = await database.$queryRaw<Wanting[]>`
    SELECT mailbox.id, mailbox.seller_id AS "sellerId", seller.handle, mailbox.address, mailbox.language
    FROM mailboxes mailbox JOIN sellers seller ON seller.id = mailbox.seller_id
    WHERE mailbox.confirmed_at IS NOT NULL AND NOT mailbox.tells_each_sale AND mailbox.swept_until < ${until}
    ORDER BY mailbox.swept_until LIMIT ${SWEEP_LIMIT}`
  const mails: NewMail[] = []
  for (const mailbox of wanting) {
    const sums = await sumEarnings(database, {
      sellerId: mailbox.sellerId,
      handle: mailbox.handle,
      from,
      until,
      maxRoutes: NAMED_ROUTES,
    })
    if (sums.some(({ payments }) => payments > 0))
      mails.push(await toSummaryMail(context, mailbox, { sums, day: from.toISOString().slice(0, 10) }))
  }
  const count = await queueMail(database, mails, now)
  const ids = wanting.map(({ id }) => id)
  await database.mailbox.updateMany({ where: { id: { in: ids } }, data: { sweptUntil: until } })
  return count
}

async function toSummaryMail(
  { database, publicOrigin }: SellersContext,
  { sellerId, address, language }: Wanting,
  { sums, day }: { sums: EarningsSum[]; day: string },
): Promise<NewMail> {
  const total = sums.filter(({ day: of, routeKey }) => of === null && routeKey === null)
  const ofRoutes = sums.filter(({ routeKey }) => routeKey !== null)
  const keys = ofRoutes.flatMap(({ routeKey }) => routeKey ?? [])
  const routes = await database.storedRoute.findMany({
    where: { sellerId, routeKey: { in: keys } },
    select: { routeKey: true, title: true },
    orderBy: { createdAt: 'asc' },
  })
  const titles = new Map(routes.map(({ routeKey, title }) => [routeKey, title]))
  const t = mailTexts(language)
  const inDigits = mailDigits(language)
  const content = {
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
  return { sellerId, address, kind: 'payment.summary', eventId: `payment.summary ${sellerId} ${day}`, content }
}

const soldInWords = ({ network, asset, amountAtomic }: EarningsSum) => amountInWords(network, asset, amountAtomic)
const soldAndTimes = (sum: EarningsSum, inDigits: (text: string) => string) => ({
  amount: inDigits(soldInWords(sum)),
  payments: sum.payments,
  hasRefunds: sum.refunds > 0 ? 'yes' : 'no',
  given: inDigits(amountInWords(sum.network, sum.asset, sum.refundedAtomic)),
  kept: inDigits(amountInWords(sum.network, sum.asset, sum.keptAtomic)),
})
