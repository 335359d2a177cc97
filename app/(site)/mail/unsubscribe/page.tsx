import { titled, unindexed } from '@/app/_site/titled'
import { followUnsubscription } from '../_actions/follow-link'
import { LinkPage } from '../_components/link-page'

// Keeps the token from other sites. With `no-referrer`, a form sent without scripts would lack an origin, and fail.
export const generateMetadata = titled('mail.unsubscribe.title', { ...unindexed, referrer: 'strict-origin' })

export default function UnsubscribePage({ searchParams }: PageProps<'/mail/unsubscribe'>) {
  return <LinkPage of="unsubscribe" searchParams={searchParams} action={followUnsubscription} />
}
