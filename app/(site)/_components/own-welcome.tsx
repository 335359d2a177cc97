import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { ownedAmong } from '@/app/_server/reader'
import type { EntryList } from '@/lib/bazaar/browse/list-entries'
import { running } from '@/lib/site/compose/running'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { Section } from '@/lib/site/ui/section'
import { explorerAddress } from '../bazaar/_components/explorer-address'
import { Board, BoardRows } from '../bazaar/_listing/board'

const SHOWN = 6

/** The start page of a site without the demo: its goods, or the first steps while there are none. */
export async function OwnWelcome({ origin }: { origin: string }) {
  const t = await getTranslations('start.own')
  const { hostname } = new URL(origin)
  const sold = await running('site').catalog.list({ host: hostname, sort: 'newest', limit: String(SHOWN) })
  return (
    <div className="grid gap-8">
      <header className="grid max-w-[46rem] gap-6">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p className="font-serif text-reading">{t('about')}</p>
      </header>
      <Section id="sold" title={t('sold')} className="grid gap-6">
        {sold.pagination.total > 0 ? <SoldHere sold={sold} host={hostname} /> : <NothingSold />}
      </Section>
    </div>
  )
}

async function SoldHere({ sold: { items, pagination }, host }: { sold: EntryList; host: string }) {
  const t = await getTranslations('start.own')
  const { total } = pagination
  return (
    <>
      <Board label={t('sold')}>
        <BoardRows isOnePlace entries={items} owned={await ownedAmong(items.map(({ resource }) => resource))} />
      </Board>
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
