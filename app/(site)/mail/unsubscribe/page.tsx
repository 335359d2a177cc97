import { useTranslations } from 'next-intl'
import { titled, unindexed } from '@/app/_site/titled'
import { followUnsubscription } from '../_actions/follow-link'
import { LinkPage } from '../_components/link-page'

// Keeps the token from other sites. With `no-referrer`, a form sent without scripts would lack an origin, and fail.
export const generateMetadata = titled('mail.unsubscribe.title', { ...unindexed, referrer: 'strict-origin' })

export default function UnsubscribePage({ searchParams }: PageProps<'/mail/unsubscribe'>) {
  const t = useTranslations('mail.unsubscribe')
  return (
    <LinkPage
      searchParams={searchParams}
      action={followUnsubscription}
      ask={{ title: t('title'), text: t('ask'), button: t('title') }}
      done={{ title: t('doneTitle'), text: t('done') }}
      refused={{ title: t('refusedTitle'), text: t('refused') }}
    />
  )
}
