import { Prisma } from '@/lib/base/infra/database'
import { timeOf } from '@/lib/base/infra/time-of'
import { networkName } from '@/lib/base/x402/networks'
import { endedPaymentsSql } from '@/lib/payments/ended-payments-sql'
import type { SellersContext } from '../ports'
import { amountInWords, mailDigits, mailTexts } from './mail-texts'
import { type NewMail, queueMail } from './queue-mail'

type Ended = {
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
  const rows = await database.$queryRaw<Ended[]>`
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
    rows.map((row) => toMail(row, publicOrigin)),
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

function toMail(row: Ended, publicOrigin: string): NewMail {
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
