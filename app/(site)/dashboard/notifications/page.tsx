import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import type { MailboxView } from '@/lib/shop/sellers/mail/get-mailbox'
import type { Translate } from '@/lib/site/messages/translate'
import { Badge } from '@/lib/site/ui/badge'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { Notice } from '@/lib/site/ui/notice'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { dropMailbox } from '../_actions/mailbox-actions'
import { ActForm } from '../_components/act-form'
import { DoneNotice } from '../_components/done-notice'
import { readMailbox } from '../_server/seller-reads'
import { MailboxForm } from './_components/mailbox-form'

export const generateMetadata = titled('shopPages.notifications.title')

/** The shop's e-mail settings, and the state of its last messages. */
export default async function NotificationsPage({ searchParams }: PageProps<'/dashboard/notifications'>) {
  const [{ done }, mailbox, t, of] = await Promise.all([
    searchParams,
    readMailbox(),
    getTranslations('shopPages'),
    getTranslations('sellerForms.mailbox'),
  ])
  const { isAvailable, address, isConfirmed, messages } = mailbox
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">{t('notifications.title')}</h1>
        <p>{t('notifications.about')}</p>
      </header>
      <DoneNotice done={done} />
      {!isAvailable && (
        <Notice tone="neutral" title={t('notifications.off.title')}>
          <p>{t('notifications.off.about')}</p>
        </Notice>
      )}
      {address && (
        <section aria-label={t('notifications.yours')} className="grid max-w-measure gap-3 border-t border-rule pt-6">
          <h2 className="figures text-reading font-strong wrap-anywhere">{address}</h2>
          <p>
            <Badge state={isConfirmed ? 'settled' : 'waiting'}>
              {t(isConfirmed ? 'notifications.confirmed' : 'notifications.unconfirmed')}
            </Badge>
          </p>
          {!isConfirmed && <p>{t('notifications.linkSent')}</p>}
          <ActForm action={dropMailbox} variant="danger" label={of('remove')} />
        </section>
      )}
      {isAvailable && <MailboxForm address={address} events={mailbox.events} />}
      {messages.length > 0 && (
        <DataTable
          caption={t('notifications.last')}
          columns={columns(t)}
          rows={messages}
          rowKey={({ messageId }) => messageId}
        />
      )}
    </div>
  )
}

type Message = MailboxView['messages'][number]

const kinds = {
  confirm: 'confirm',
  'payment.settled': 'settled',
  'payment.summary': 'summary',
  'payment.received': 'received',
  'upstream.failing': 'failing',
  'payee.proposed': 'payeeProposed',
} as const

const isKind = (kind: string): kind is keyof typeof kinds => kind in kinds

const badges = {
  waiting: { state: 'waiting', label: 'waiting' },
  delivered: { state: 'settled', label: 'sent' },
  failed: { state: 'refused', label: 'failed' },
} as const

const columns = (t: Translate<'shopPages'>): Column<Message>[] => [
  {
    title: t('notifications.subject'),
    cell: ({ kind }) => (isKind(kind) ? t(`notifications.kinds.${kinds[kind]}`) : kind),
  },
  { title: t('notifications.to'), cell: ({ address }) => <span className="wrap-anywhere">{address}</span> },
  { title: t('notifications.time'), cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  {
    title: t('notifications.state'),
    cell: ({ state }) => <Badge state={badges[state].state}>{t(`notifications.${badges[state].label}`)}</Badge>,
  },
  { title: t('notifications.fault'), cell: ({ fault }) => faultInWords(t, fault) },
]

function faultInWords(t: Translate<'shopPages'>, fault: string | null): string {
  if (fault === null) return t('notifications.noFault')
  return fault === 'address_removed' ? t('notifications.addressRemoved') : t('notifications.mailServer', { fault })
}
