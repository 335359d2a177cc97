import type { Metadata } from 'next'
import { followUnsubscription } from '../_actions/follow-link'
import { LinkPage } from '../_components/link-page'

export const metadata: Metadata = { title: 'Unsubscribe', robots: { index: false }, referrer: 'no-referrer' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default function UnsubscribePage({ searchParams }: Props) {
  return (
    <LinkPage
      searchParams={searchParams}
      action={followUnsubscription}
      ask={{
        title: 'Unsubscribe',
        text: 'No more e-mail about this shop will come to the address where you found this link.',
        button: 'Unsubscribe',
      }}
      done={{ title: 'You are unsubscribed', text: 'No more e-mail about this shop will come.' }}
      refused={{
        title: 'This link does not work',
        text: 'Part of it may be missing: open it again from the e-mail, or copy all of it.',
      }}
    />
  )
}
