import type { Metadata } from 'next'
import { NoSuchPage } from './_site/no-such-page'
import { SiteFrame } from './_site/site-frame'

export const metadata: Metadata = { title: 'No such page' }

export default function NotFound() {
  return (
    <SiteFrame>
      <NoSuchPage />
    </SiteFrame>
  )
}
