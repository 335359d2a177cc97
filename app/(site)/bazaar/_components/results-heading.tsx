import type { Listings } from '../_server/explorer'
import { type ExplorerParameters, explorerAddress } from './explorer-address'
import { SortLinks } from './sort-links'

type ResultsHeadingProps = { found: Listings; parameters: ExplorerParameters }

/** The number of results, announced when it changes while the reader types, and their order. */
export function ResultsHeading({ found, parameters }: ResultsHeadingProps) {
  if (found.kind === 'refused') return null
  const isNarrowed = explorerAddress(parameters, { sort: null }) !== '/bazaar'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
      <p role="status" className="text-quiet">
        <span className="tabular-nums">{found.total.toLocaleString('en-GB')}</span> {isNarrowed ? 'fit' : 'listed'}
      </p>
      {found.total > 1 && <SortLinks parameters={parameters} />}
    </div>
  )
}
