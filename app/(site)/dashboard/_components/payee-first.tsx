import { useTranslations } from 'next-intl'
import { Link } from '@/lib/site/ui/link'
import { Notice } from '@/lib/site/ui/notice'

/** For a seller without a confirmed payTo address: nothing with a price can be sold before. */
export function PayeeFirst() {
  const t = useTranslations('dashboard.payeeFirst')
  return (
    <Notice tone="waiting" title={t('title')}>
      <p>{t('about')}</p>
      <p>
        <Link href="/dashboard/payees" variant="primary">
          {t('confirm')}
        </Link>
      </p>
    </Notice>
  )
}
