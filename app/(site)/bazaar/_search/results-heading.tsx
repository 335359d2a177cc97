import { useTranslations } from 'next-intl'
import type { Listings } from '@/lib/bazaar/find-listings'
import { type ExplorerParameters, explorerAddress, feedAddress } from '../_components/explorer-address'
import { SortLinks } from './sort-links'

type ResultsHeadingProps = { found: Listings; parameters: ExplorerParameters }

/** The number of results, announced when it changes while the reader types, their feed, and their order. */
export function ResultsHeading({ found, parameters }: ResultsHeadingProps) {
  const t = useTranslations('bazaar')
  if (found.kind === 'refused') return null
  const isNarrowed = explorerAddress(parameters, { sort: null }) !== '/bazaar'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
      <div className="flex flex-wrap items-center gap-x-4">
        <p role="status" className="text-quiet">
          {t.rich('results.count', {
            count: found.total,
            isNarrowed: String(isNarrowed),
            figure: (count) => <span className="tabular-nums">{count}</span>,
          })}
        </p>
        <a
          href={feedAddress(parameters)}
          className="inline-flex min-h-11 items-center text-small text-accent underline underline-offset-4 lg:min-h-8"
        >
          {t('feed')}
        </a>
      </div>
      {found.total > 1 && <SortLinks parameters={parameters} />}
    </div>
  )
}
