import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { Listed } from '@/lib/bazaar/find-listings'
import { running } from '@/lib/site/compose/running'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { Section } from '@/lib/site/ui/section'
import { explorerAddress } from '../bazaar/_components/explorer-address'
import { ListingBoard } from '../bazaar/_listing/listing-board'

const SHOWN = 6

/** The start page of a site without the demo: its goods, or the first steps while there are none. */
export async function OwnWelcome({ origin }: { origin: string }) {
  const t = await getTranslations('start.own')
  const { hostname } = new URL(origin)
  const sold = await running('site').catalog.listed({ host: hostname })
  return (
    <div className="grid gap-8">
      <header className="grid max-w-[46rem] gap-6">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p className="font-serif text-reading">{t('about')}</p>
      </header>
      <Section id="sold" title={t('sold')} className="grid gap-6">
        {sold.total > 0 ? <SoldHere sold={sold} host={hostname} /> : <NothingSold />}
      </Section>
    </div>
  )
}

function SoldHere({ sold: { listings, total }, host }: { sold: Listed; host: string }) {
  const t = useTranslations('start.own')
  return (
    <>
      <ListingBoard label={t('sold')} listings={listings.slice(0, SHOWN)} />
      {total > SHOWN && (
        <p>
          <Link href={explorerAddress({ host })} variant="plain">
            {t('seeAll', { count: total })}
          </Link>
        </p>
      )}
    </>
  )
}

function NothingSold() {
  const t = useTranslations('start.own')
  return (
    <EmptyState
      title={t('nothing')}
      about={t('yours')}
      next={{ href: '/dashboard', label: t('dashboard'), variant: 'primary' }}
    />
  )
}
