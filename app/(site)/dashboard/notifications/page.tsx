import type { Metadata } from 'next'
import { Badge } from '@/lib/ui/badge'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { Notice } from '@/lib/ui/notice'
import { Timestamp } from '@/lib/ui/timestamp'
import { MailboxForm } from '../_components/mailbox-form'
import { RemoveMailboxForm } from '../_components/remove-mailbox-form'
import { type MailboxView, readMailbox } from '../_server/seller-reads'

export const metadata: Metadata = { title: 'Notifications' }

/** Where the shop is told by e-mail, and what became of it. */
export default async function NotificationsPage() {
  const mailbox = await readMailbox()
  const { isAvailable, address, isConfirmed, messages } = mailbox
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">Notifications</h1>
        <p>
          An e-mail when you sell something, and when something needs you. Your server is told by webhooks, and this
          browser by the switch on the overview.
        </p>
      </header>
      {!isAvailable && (
        <Notice tone="neutral" title="This site sends no e-mail">
          <p>Ask those who run it for e-mail; webhooks and the overview tell you until then.</p>
        </Notice>
      )}
      {address && (
        <section aria-label="Your address" className="grid max-w-measure gap-3 border-t border-rule pt-6">
          <h2 className="figures text-reading font-strong wrap-anywhere">{address}</h2>
          <p>
            <Badge state={isConfirmed ? 'settled' : 'waiting'}>{isConfirmed ? 'Confirmed' : 'Not confirmed yet'}</Badge>
          </p>
          {!isConfirmed && (
            <p>
              We sent a link there. Open it within 24 hours; until then nothing else is sent. Save again for a new one.
            </p>
          )}
          <RemoveMailboxForm />
        </section>
      )}
      {isAvailable && <MailboxForm address={address} events={mailbox.events} />}
      {messages.length > 0 && (
        <DataTable caption="Last messages" columns={columns} rows={messages} rowKey={({ messageId }) => messageId} />
      )}
    </div>
  )
}

type Message = MailboxView['messages'][number]

const kinds: Readonly<Record<string, string>> = {
  confirm: 'Confirmation of the address',
  'payment.settled': 'Sale',
  'payment.summary': 'Sales of a day',
  'payment.received': 'Refund wanted',
  'upstream.failing': 'Failing server',
}

const badges = {
  waiting: { state: 'waiting', label: 'Waiting' },
  delivered: { state: 'settled', label: 'Sent' },
  failed: { state: 'refused', label: 'Given up' },
} as const

const columns: Column<Message>[] = [
  { title: 'About', cell: ({ kind }) => kinds[kind] ?? kind },
  { title: 'To', cell: ({ address }) => <span className="wrap-anywhere">{address}</span> },
  { title: 'Time', cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  { title: 'State', cell: ({ state }) => <Badge state={badges[state].state}>{badges[state].label}</Badge> },
  { title: 'Last fault', cell: ({ fault }) => faultInWords(fault) },
]

function faultInWords(fault: string | null): string {
  if (fault === null) return 'None'
  return fault === 'address_removed' ? 'The address was removed or replaced' : `The mail server: ${fault}`
}
