import type { FailingRoute, SellersContext } from '../ports'
import { queueMail } from './queue-mail'

type Failing = FailingRoute & { sellerId: string; routeId: string; title: string; address: string | null }

/** Tells sellers with an address of servers that fail, each route once a day (UTC). */
export async function queueFailureMail(
  { database, clock, mail, publicOrigin }: SellersContext,
  failing: readonly Failing[],
): Promise<number> {
  if (!mail) return 0
  const now = clock()
  const day = now.toISOString().slice(0, 10)
  const mails = failing.flatMap(({ sellerId, routeId, title, address, failures, lastReason }) => {
    if (address === null) return []
    const lines = [
      `The last ${failures} buyers of "${title}" got nothing from your server (${reasons[lastReason] ?? lastReason}).`,
      'None of them was charged.',
    ]
    const link = { label: 'The route', href: `${publicOrigin}/dashboard/routes/${routeId}` }
    const content = { subject: `Your server fails buyers: ${title}`, lines, link }
    const eventId = `upstream.failing ${routeId} ${day}`
    return [{ sellerId, address, kind: 'upstream.failing' as const, eventId, content }]
  })
  return queueMail(database, mails, now)
}

const reasons: Readonly<Record<string, string>> = {
  handler_502: 'it could not be reached, or answered with a fault',
  handler_504: 'it did not answer in time',
}
