import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ClientMessages } from './_site/client-messages'
import { NoSuchPage } from './_site/no-such-page'
import { SiteFrame } from './_site/site-frame'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('site.noSuchPage')
  return { title: t('title') }
}

/** Next.js also shows it without the root layout, and so without its texts: for a form with an unknown action. */
export default function NotFound() {
  return (
    <ClientMessages>
      <SiteFrame>
        <NoSuchPage />
      </SiteFrame>
    </ClientMessages>
  )
}
