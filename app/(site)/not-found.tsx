import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { NoSuchPage } from '../_site/no-such-page'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('site.noSuchPage')
  return { title: t('title') }
}

/** For pages that find out themselves that they are none: the layout has put the frame around them. */
export default function NotFound() {
  return <NoSuchPage />
}
