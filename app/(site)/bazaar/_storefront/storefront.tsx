import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Storefront as StorefrontFacts } from '@/lib/bazaar/find-listings'
import { Link } from '@/lib/site/ui/link'
import { Section } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { checksInWords } from '../_components/facts-in-words'
import { ListingBoard } from '../_listing/listing-board'
import { ChecksByDay } from './checks-by-day'
import { StorefrontChanges } from './storefront-changes'

type StorefrontProps = { storefront: StorefrontFacts; address: string }

/** The shared part of the pages of a host and of a wallet: its entries and their record. */
export function Storefront({ storefront, address }: StorefrontProps) {
  const t = useTranslations('bazaar')
  const format = useFormatter()
  const { listings, total, facets, next, settlements, days, changes, surveyed } = storefront
  const count = (number: number) => format.number(number)
  return (
    <>
      <div className="grid gap-12 lg:grid-cols-2">
        <Section id="quality" title={t('storefront.quality')} className="grid content-start gap-4">
          <FactList
            facts={[
              { name: t('storefront.listed'), value: count(total) },
              ...facets.health.map(({ value, count: entries }) => ({
                name: checksInWords(t, value),
                value: count(entries),
              })),
              { name: t('words.settled'), value: count(settlements.total) },
              { name: t('storefront.organic'), value: count(settlements.organic) },
              { name: t('storefront.payers'), value: count(settlements.payers) },
              { name: t('storefront.recent'), value: count(settlements.total30d) },
              {
                name: t('storefront.last'),
                value: settlements.lastAt ? <Timestamp at={settlements.lastAt} /> : t('storefront.noneYet'),
              },
            ]}
          />
        </Section>
        <ChecksByDay days={days} />
      </div>
      <StorefrontChanges changes={changes} />
      {surveyed < total && <p className="text-small text-quiet">{t('storefront.surveyed', { count: surveyed })}</p>}
      <Section id="offers" title={t('storefront.offers')} className="grid gap-4">
        {listings.length === 0 ? (
          <p>{t.rich('storefront.pastEnd', { first: (first) => <Link href={address}>{first}</Link> })}</p>
        ) : (
          <ListingBoard label={t('storefront.offers')} listings={listings} />
        )}
        {next && (
          <p>
            <Link href={`${address}?offset=${next.offset}`} variant="plain">
              {t('nextPage')}
            </Link>
          </p>
        )}
      </Section>
    </>
  )
}

function FactList({ facts }: { facts: { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[9rem_minmax(0,1fr)] text-small sm:grid-cols-[12rem_minmax(0,1fr)]">
      {facts.map(({ name, value }) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid gap-x-4 border-b border-rule py-2">
          <dt className="text-quiet">{name}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
