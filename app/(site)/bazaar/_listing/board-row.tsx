import clsx from 'clsx'
import { useFormatter, useTranslations } from 'next-intl'
import type { Listing } from '@/lib/bazaar/browse/listing'
import type { BadgeState } from '@/lib/site/ui/badge'
import { BoughtMark } from '@/lib/site/ui/bought-mark'
import { PageLink } from '@/lib/site/ui/page-link'
import { entryAddress, entryIdOf } from '../_components/entry-address'
import { LeastPrice } from '../_components/least-price'
import { networksInShort } from '../_components/terms-in-short'
import { foundStems } from '../_server/found-words'
import { answersInWords } from './answers-in-words'
import { Marked } from './marked'
import { rowHeading } from './row-heading'

type BoardRowProps = {
  listing: Listing
  /** Within its service's rows: the service's name is above it. */
  isOperation?: boolean
  isOnePlace?: boolean
  isOwned: boolean
  isChosen: boolean
}

export const ROW = clsx(
  'grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-rule py-1',
  'md:grid-cols-[minmax(0,1fr)_7rem_8rem_9.5rem_3.75rem] md:items-center md:py-0',
)

/** One entry in 44 px: what it does and where, the price of a call, networks, whether it answers, independent payers. */
export function BoardRow({ listing, isOperation = false, isOnePlace = false, isOwned, isChosen }: BoardRowProps) {
  const t = useTranslations('bazaar')
  const format = useFormatter()
  const { title, beside } = rowHeading(listing, isOperation, isOnePlace)
  const stems = foundStems(listing.ranking)
  const { state, text } = answersInWords(t, listing)
  const payers = listing.settlements.organicPayers
  return (
    // biome-ignore lint/a11y/useSemanticElements: A browser forgets a table's roles once its cells are laid out as a grid.
    <div
      role="row"
      className={clsx(
        ROW,
        'has-[a:hover]:bg-shade',
        isOperation && 'operation',
        isChosen && 'lg:bg-sheet lg:shadow-[inset_0_-1px_var(--ink),inset_0_1px_var(--ink)]',
      )}
    >
      <span role="cell" className="min-w-0 md:px-3">
        <PageLink
          href={entryAddress(listing.key)}
          data-entry={entryIdOf(listing.key)}
          aria-current={isChosen ? 'true' : undefined}
          className={clsx('flex min-h-11 items-center gap-2 text-ink no-underline', isOperation && 'ps-6')}
        >
          <span dir="auto" className="truncate font-strong">
            <Marked text={title} stems={stems} />
          </span>
          <span className="hidden max-w-2/5 min-w-16 shrink-[9] truncate text-small text-quiet md:inline">
            {beside}
          </span>
        </PageLink>
      </span>
      <span role="cell" className="text-end text-small whitespace-nowrap">
        {isOwned ? <BoughtMark /> : <LeastPrice options={listing.options} isUnitAbove />}
      </span>
      <span role="cell" className="hidden truncate text-small text-quiet md:block md:ps-3">
        {networksInShort(t, listing.options)}
        {listing.x402Version === 1 && ' · v1'}
      </span>
      <span role="cell" className="flex min-w-0 items-center gap-2 pb-1 text-small leading-tight md:pb-0">
        <Dot state={state} />
        <span className={clsx('min-w-0', state === 'refused' && 'text-refused')}>{text}</span>
        <span className="min-w-0 truncate text-quiet md:hidden">{beside}</span>
      </span>
      <span role="cell" className="figures pb-1 text-end text-small text-quiet md:px-3 md:pb-0 md:text-ink">
        {payers > 0 ? (
          format.number(payers)
        ) : (
          <span aria-hidden="true" className="max-md:hidden">
            –
          </span>
        )}
        {payers > 0 ? (
          <span className="md:sr-only"> {t('board.payersInRow', { count: payers })}</span>
        ) : (
          <span className="sr-only">{t('board.noPayers')}</span>
        )}
      </span>
    </div>
  )
}

const dots: Record<BadgeState, string> = {
  settled: 'bg-settled',
  waiting: 'bg-waiting',
  refused: 'bg-refused',
  test: 'bg-test',
  neutral: 'bg-edge',
}

const Dot = ({ state }: { state: BadgeState }) => (
  <span aria-hidden className={clsx('size-2 shrink-0 rounded-full', dots[state])} />
)
