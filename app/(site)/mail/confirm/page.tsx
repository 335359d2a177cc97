import { useTranslations } from 'next-intl'
import { titled, unindexed } from '@/app/_site/titled'
import { followConfirmation } from '../_actions/follow-link'
import { LinkPage } from '../_components/link-page'

// Keeps the token from other sites. With `no-referrer`, a form sent without scripts would lack an origin, and fail.
export const generateMetadata = titled('mail.confirm.title', { ...unindexed, referrer: 'strict-origin' })

export default function ConfirmPage({ searchParams }: PageProps<'/mail/confirm'>) {
  const t = useTranslations('mail.confirm')
  return (
    <LinkPage
      searchParams={searchParams}
      action={followConfirmation}
      ask={{ title: t('title'), text: t('ask'), button: t('button') }}
      done={{ title: t('doneTitle'), text: t('done') }}
      refused={{ title: t('refusedTitle'), text: t('refused') }}
    />
  )
}
