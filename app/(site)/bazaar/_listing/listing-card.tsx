import { useTranslations } from 'next-intl'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { Badge } from '@/lib/site/ui/badge'
import { PageLink } from '@/lib/site/ui/page-link'
import { entryAddress, entryIdOf } from '../_components/entry-address'
import { headingOf } from '../_components/heading-of'
import { foundStems } from '../_server/found-words'
import { CompareBox } from './compare-bar'
import { ListingFacts } from './listing-facts'
import { ListingSign } from './listing-sign'
import { Marked } from './marked'
import { WhyHere } from './why-here'

type ListingCardProps = { listing: Listing; icon: string | null; hasBox: boolean }

/** A listing in a list: its name and address, the facts to choose by, and its description. */
export function ListingCard({ listing, icon, hasBox }: ListingCardProps) {
  const t = useTranslations('bazaar.card')
  const { type, resource, ranking } = listing
  const { title, rest } = headingOf(listing)
  const stems = foundStems(ranking)
  return (
    <article className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4 py-5">
      <ListingSign type={type} icon={icon} />
      <div className="grid min-w-0 gap-2">
        <div>
          <div className="flex flex-wrap items-center gap-x-3">
            <h2 className="min-w-0 text-reading font-strong" dir="auto">
              <PageLink
                href={entryAddress(listing.key)}
                className="-my-2 line-clamp-3 py-2 wrap-anywhere text-ink no-underline hover:underline"
              >
                <Marked text={title} stems={stems} />
              </PageLink>
            </h2>
            {listing.suspicions.length > 0 && <Badge state="refused">{t('doubtful')}</Badge>}
          </div>
          {!resource.endsWith(title) && (
            <p className="figures line-clamp-2 text-small text-quiet lg:line-clamp-1">
              <Marked text={resource} stems={stems} />
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 lg:grid lg:grid-cols-[minmax(0,1fr)_auto]">
          <ListingFacts listing={listing} />
          {hasBox && <CompareBox entryId={entryIdOf(listing.key)} title={title} />}
        </div>
        {rest && (
          <p dir="auto" className="line-clamp-2 max-w-[46rem] wrap-anywhere text-quiet">
            <Marked text={rest} stems={stems} />
          </p>
        )}
        {ranking && <WhyHere listing={listing} ranking={ranking} />}
      </div>
    </article>
  )
}
