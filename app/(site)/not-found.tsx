import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { NoSuchPage } from '../_site/no-such-page'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('site.noSuchPage')
  return { title: t('title') }
}

/** For pages that call `notFound` inside the layout's frame. */
export default function NotFound() {
  return <NoSuchPage />
}
