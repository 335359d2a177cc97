import { networkName } from '@/lib/base/x402/networks'
import { type EarningsSum, sumEarnings } from '@/lib/payments/sum-earnings'
import type { SellersContext } from '../ports'
import { amountInWords, mailDigits, mailTexts } from './mail-texts'
import { type NewMail, queueMail } from './queue-mail'

const DAY_MS = 86_400_000
const SWEEP_LIMIT = 100
/** Routes that one mail names at most. */
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
      ...{ sellerId: mailbox.sellerId, handle: mailbox.handle },
      ...{ from, until, maxRoutes: NAMED_ROUTES },
    })
    if (sums.some(({ payments }) => payments > 0))
      mails.push(await toMail(context, mailbox, { sums, day: from.toISOString().slice(0, 10) }))
  }
  const count = await queueMail(database, mails, now)
  const ids = wanting.map(({ id }) => id)
  await database.mailbox.updateMany({ where: { id: { in: ids } }, data: { sweptUntil: until } })
  return count
}

async function toMail(
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
