import type { FailingRoute } from '@/lib/payments/find-failing-routes'
import type { SellersContext } from '../ports'
import { mailTexts } from './mail-texts'
import { queueMail } from './queue-mail'

export type SubscribedFailure = FailingRoute & {
  sellerId: string
  routeId: string
  title: string
  /** The seller's e-mail address and its language; null without one, or where this event is not wanted. */
  address: string | null
  language: string | null
}

/** Tells sellers with an e-mail address that their servers fail, once a day (UTC) for each route. */
export async function queueFailureMail(
  { database, clock, mail, publicOrigin }: SellersContext,
  failing: readonly SubscribedFailure[],
): Promise<number> {
  if (!mail) return 0
  const now = clock()
  const day = now.toISOString().slice(0, 10)
  const mails = failing.flatMap(({ sellerId, routeId, title, address, language, failures, lastReason }) => {
    if (address === null || language === null) return []
    const t = mailTexts(language)
    const reason = isKnown(lastReason) ? t(`failing.reasons.${lastReason}`) : lastReason
    const lines = [t('failing.what', { failures, title, reason }), t('failing.free')]
    const link = { label: t('failing.route'), href: `${publicOrigin}/dashboard/routes/${routeId}` }
    const content = { language, subject: t('failing.subject', { title }), lines, link }
    const eventId = `upstream.failing ${routeId} ${day}`
    return [{ sellerId, address, kind: 'upstream.failing' as const, eventId, content }]
  })
  return queueMail(database, mails, now)
}

const known = ['handler_502', 'handler_504'] as const
const isKnown = (reason: string): reason is (typeof known)[number] => known.some((each) => each === reason)
