import type { Database } from '@/lib/base/infra/database'
import { networkName } from '@/lib/base/x402/networks'
import type { SellersContext } from '../ports'
import type { MailContent } from './write-mail'

export type NewMail = {
  /** Null for the operator's own messages. */
  sellerId: string | null
  address: string
  kind: 'payment.settled' | 'payment.summary' | 'gas.low'
  /** The same for repeats of one event; each address is told once. */
  eventId: string
  content: MailContent
}

/** Stores messages that are not there yet; returns the number of new ones. */
export async function queueMail(database: Database, mails: NewMail[], now: Date): Promise<number> {
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
