import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { Notice } from '@/lib/site/ui/notice'
import { MOST_COMPARED, readCompared } from '../_components/compare-address'
import { findListing } from '../_server/explorer'
import { CompareTable } from './_components/compare-table'
import { MoreToCompare } from './_components/more-to-compare'

type Props = { searchParams: Promise<{ entry?: string | string[] }> }

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('bazaar')
  return {
    title: t('titleOfPage', { title: t('words.compare') }),
    description: t('compare.description'),
    robots: { index: false },
  }
}

export default async function ComparePage({ searchParams }: Props) {
  const { keys, isTooMany, isUnclear } = readCompared((await searchParams).entry)
  const t = await getTranslations('bazaar')
  const found = await Promise.all(keys.map((key) => findListing(key)))
  const listings = found.flatMap((detail) => (detail ? [detail.listing] : []))
  const [first] = listings
  return (
    <div className="grid gap-8">
      <header className="grid gap-4">
        <p>
          <Link href="/bazaar" className="inline-flex min-h-11 items-center">
            {t('back')}
          </Link>
        </p>
        <h1 className="font-serif text-title font-strong sm:text-display">{t('words.compare')}</h1>
      </header>
      {isTooMany && (
        <Notice tone="neutral" title={t('compare.tooManyTitle', { most: String(MOST_COMPARED) })}>
          <p>{t('compare.tooMany', { most: String(MOST_COMPARED) })}</p>
        </Notice>
      )}
      {(isUnclear || listings.length < keys.length) && (
        <Notice tone="neutral" title={t('compare.unclearTitle')}>
          <p>{t('compare.unclear')}</p>
        </Notice>
      )}
      {first ? (
        <>
          <CompareTable listings={listings} />
          {listings.length < MOST_COMPARED && <MoreToCompare first={first} listings={listings} />}
        </>
      ) : (
        <EmptyState
          title={t('compare.noneTitle')}
          action={
            <Link href="/bazaar" variant="primary">
              {t('compare.search')}
            </Link>
          }
        >
          {t('compare.none')}
        </EmptyState>
      )}
    </div>
  )
}
