import type { Metadata } from 'next'
import { NoSuchPage } from '../_site/no-such-page'

export const metadata: Metadata = { title: 'No such page' }

/** For pages that find out themselves that they are none: the layout has put the frame around them. */
export default function NotFound() {
  return <NoSuchPage />
}
