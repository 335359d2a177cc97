import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { networkName } from '@/lib/base/x402/networks'
import type { FailingRoute } from '@/lib/payments/find-failing-routes'
import type { SellersContext } from '../ports'
import type { MailKind } from './events'
import { mailTexts } from './mail-texts'
import type { MailContent } from './write-mail'

export type NewMail = {
  /** Null for the operator's own messages. */
  sellerId: string | null
  address: string
  kind: MailKind
  /** The same for repeats of one event; each address is told once. */
  eventId: string
  content: MailContent
}

/** Stores messages that are not there yet; returns the number of new ones. */
export async function queueMail(
  database: Database | DatabaseTransaction,
  mails: NewMail[],
  now: Date,
): Promise<number> {
  if (mails.length === 0) return 0
  const due = { state: 'waiting' as const, nextAttemptAt: now, createdAt: now }
  const { count } = await database.mailMessage.createMany({
    data: mails.map((mail) => ({ ...mail, ...due })),
    skipDuplicates: true,
  })
  return count
}

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

const knownReasons = ['handler_502', 'handler_504'] as const
const isKnown = (reason: string): reason is (typeof knownReasons)[number] =>
  knownReasons.some((each) => each === reason)

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

type Proposal = {
  sellerId: string
  proposalId: string
  network: string
  address: string | null
  wallet: string
  at: Date
}

/** Tells a shop that asked for it by e-mail that a change waits for a second owner. */
export async function queueProposalMail(
  { mail, publicOrigin }: Pick<SellersContext, 'mail' | 'publicOrigin'>,
  transaction: DatabaseTransaction,
  { sellerId, proposalId, network, address, wallet, at }: Proposal,
): Promise<void> {
  if (!mail) return
  const mailbox = await transaction.mailbox.findUnique({
    where: { sellerId, confirmedAt: { not: null }, events: { has: 'payee.proposed' } },
  })
  if (!mailbox) return
  const { address: to, language } = mailbox
  const t = mailTexts(language)
  const what =
    address === null ? t('proposed.oneOwner') : t('proposed.address', { network: networkName(network), address })
  const link = { label: t('proposed.link'), href: `${publicOrigin}/dashboard/payees` }
  const content = { language, subject: t('proposed.subject'), lines: [what, t('proposed.by', { wallet })], link }
  const eventId = `payee.proposed ${proposalId}`
  await queueMail(transaction, [{ sellerId, address: to, kind: 'payee.proposed', eventId, content }], at)
}
