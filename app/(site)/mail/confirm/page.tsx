import { titled, unindexed } from '@/app/_site/titled'
import { followConfirmation } from '../_actions/follow-link'
import { LinkPage } from '../_components/link-page'

// Keeps the token from other sites. With `no-referrer`, a form sent without scripts would lack an origin, and fail.
export const generateMetadata = titled('mail.confirm.title', { ...unindexed, referrer: 'strict-origin' })

export default function ConfirmPage({ searchParams }: PageProps<'/mail/confirm'>) {
  return <LinkPage of="confirm" searchParams={searchParams} action={followConfirmation} />
}
