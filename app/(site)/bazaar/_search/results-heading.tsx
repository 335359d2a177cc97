import { useTranslations } from 'next-intl'
import type { Board } from '@/lib/bazaar/find-board'
import { PageLink } from '@/lib/site/ui/page-link'
import { type ExplorerParameters, explorerAddress } from '../_components/explorer-address'

type ResultsHeadingProps = { board: Board; parameters: ExplorerParameters }

/** The number of results, announced when it changes while the reader types, what is left out, and their order. */
export function ResultsHeading({ board: { answering, listed, unpriced }, parameters }: ResultsHeadingProps) {
  const t = useTranslations('bazaar')
  const total = answering.total + listed.total
  const isNarrowed = explorerAddress(parameters, { sort: null }) !== '/bazaar'
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-small text-quiet">
      <p role="status">
        {t.rich('results.count', {
          count: total,
          isNarrowed: String(isNarrowed),
          figure: (count) => <span className="tabular-nums">{count}</span>,
        })}
        {unpriced > 0 && ` ${t('results.unpriced', { count: unpriced })}`}
      </p>
      <span className="max-xl:hidden">{t('board.keys')}</span>
      <div className="flex flex-wrap items-center gap-x-4 sm:ms-auto">
        {total > 1 && <SortLinks parameters={parameters} />}
      </div>
    </div>
  )
}

const orders = ['relevance', 'used', 'price', 'newest'] as const
type Order = (typeof orders)[number]

/** Orders of the page. A search starts with the best match, the whole list with the most used. */
function SortLinks({ parameters }: { parameters: ExplorerParameters }) {
  const t = useTranslations('bazaar.results')
  const usual: Order = parameters.query ? 'relevance' : 'used'
  const shown = orders.filter((order) => order !== 'relevance' || usual === 'relevance')
  const current = parameters.sort ?? usual
  return (
    <nav aria-label={t('order')} className="flex flex-wrap items-center gap-x-4 text-small">
      {shown.map((order) => (
        <PageLink
          key={order}
          href={explorerAddress(parameters, { sort: order === usual ? null : order })}
          aria-current={order === current ? 'true' : undefined}
          className="inline-flex min-h-11 lg:min-h-8 items-center text-accent underline-offset-4 hover:underline aria-[current]:font-strong aria-[current]:text-ink"
        >
          {t(order)}
        </PageLink>
      ))}
    </nav>
  )
}
