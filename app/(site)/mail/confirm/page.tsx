import type { Metadata } from 'next'
import { followConfirmation } from '../_actions/follow-link'
import { LinkPage } from '../_components/link-page'

export const metadata: Metadata = { title: 'Confirm your address', robots: { index: false }, referrer: 'no-referrer' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default function ConfirmPage({ searchParams }: Props) {
  return (
    <LinkPage
      searchParams={searchParams}
      action={followConfirmation}
      ask={{
        title: 'Confirm your address',
        text: 'A shop on this site wants to send its notices to the address where you found this link.',
        button: 'Yes, send them here',
      }}
      done={{ title: 'Your address is confirmed', text: 'The shop’s notices go there from now on.' }}
      refused={{
        title: 'This link does not work any more',
        text: 'It was used, it is older than 24 hours, or a newer one was asked for. Save the address again to get another.',
      }}
    />
  )
}
