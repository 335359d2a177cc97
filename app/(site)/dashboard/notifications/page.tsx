import { getTranslations } from 'next-intl/server'
import { Badge } from '@/lib/site/ui/badge'
import { Notice } from '@/lib/site/ui/notice'
import { dropMailbox } from '../_actions/forms'
import { ActForm } from '../_components/form-end'
import { DoneNotice } from '../_components/notices'
import { PageHead } from '../_components/page-head'
import { titledForSellers } from '../_server/dashboard'
import { readMailbox } from '../_server/seller-reads'
import { MailboxForm } from './_components/mailbox-form'

export const generateMetadata = titledForSellers('shopPages.notifications.title')

export default async function NotificationsPage({ searchParams }: PageProps<'/dashboard/notifications'>) {
  const [{ done }, mailbox, t, of] = await Promise.all([
    searchParams,
    read('getMailbox'),
    getTranslations('shopPages'),
    getTranslations('sellerForms.mailbox'),
  ])
  const { isAvailable, address, isConfirmed, tellsEachSale } = mailbox
  return (
    <div className="grid gap-10">
      <PageHead title={t('notifications.title')} about={t('notifications.about')} />
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
      {isAvailable && <MailboxForm address={address} tellsEachSale={tellsEachSale} />}
    </div>
  )
}
