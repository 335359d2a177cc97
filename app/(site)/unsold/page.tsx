import { getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_components/missing-page'
import { titled, unindexed } from '@/app/_components/titled'
import type { Translate } from '@/lib/site/messages/translate'
import { Link } from '@/lib/site/ui/link'
import { Page } from '../_components/page'

export const generateMetadata = titled('site.unsold.title', unindexed)

const kinds = { route_paused: 'paused', route_suspended: 'suspended', route_closed: 'closed' } as const

/** The page's words for a code; null for one that does not belong to a shop's address. */
function reasonOf(t: Translate<'site'>, code: string): { title: string; detail: string } | null {
  if (code === 'not_found') return { title: t('unsold.notFound'), detail: `${t('lost')} ${t('notCharged')}` }
  const kind = Object.entries(kinds).find(([name]) => name === code)?.[1]
  return kind ? { title: t(`unsold.${kind}.title`), detail: t(`unsold.${kind}.detail`) } : null
}

export default async function UnsoldPage({ searchParams }: PageProps<'/unsold'>) {
  const { code, shop } = await searchParams
  const t = await getTranslations('site')
  const reason = typeof code === 'string' ? reasonOf(t, code) : null
  if (!reason) return <MissingPage />
  return (
    <Page title={reason.title} about={reason.detail}>
      <p className="flex flex-wrap gap-4">
        {typeof shop === 'string' && /^[a-z0-9-]{2,32}$/.test(shop) && (
          <Link href={`/x/${shop}`} variant="primary">
            {t('unsold.seeShop')}
          </Link>
        )}
        <Link href="/library" variant="plain">
          {t('library')}
        </Link>
        <Link href="/bazaar" variant="plain">
          {t('bazaar')}
        </Link>
      </p>
    </Page>
  )
}
