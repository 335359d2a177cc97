import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { NoSuchPage } from './_site/no-such-page'
import { SiteFrame } from './_site/site-frame'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('site.noSuchPage')
  return { title: t('title') }
}

export default function NotFound() {
  return (
    <SiteFrame>
      <NoSuchPage />
    </SiteFrame>
  )
}
