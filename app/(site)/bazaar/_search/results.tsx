import { useTranslations } from 'next-intl'
import type { Listing } from '@/lib/bazaar/browse/listing'
import type { Board as BoardFacts } from '@/lib/bazaar/find-board'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { Notice } from '@/lib/site/ui/notice'
import { Unfold } from '@/lib/site/ui/unfold'
import { type ExplorerParameters, explorerAddress, NOT_SEEN } from '../_components/explorer-address'
import { eitherInWords } from '../_components/facts-in-words'
import { Board, BoardRows } from '../_listing/board'
import { spellStems } from '../_server/found-words'

type ResultsProps = {
  board: BoardFacts
  owned: ReadonlySet<string>
  parameters: ExplorerParameters
  chosenKey: string | null
}

/** The board: what answers, and folded beneath it what is only listed. */
export function Results({ board, owned, parameters, chosenKey }: ResultsProps) {
  const t = useTranslations('bazaar')
  const { answering, listed, next, understood } = board
  const all = [...answering.listings, ...listed.listings]
  if (all.length === 0) {
    return (
      <EmptyState title={t('results.nothingTitle')} action={<WayOut parameters={parameters} />}>
        {t('results.nothing')}
      </EmptyState>
    )
  }
  return (
    <>
      {understood && <AsUnderstood listings={all} isWeak={board.isWeak} />}
      <Board label={t('results.label')}>
        {answering.listings.length > 0 && (
          <div role="rowgroup" aria-label={t('board.answering')}>
            <GroupHead>{t('board.answering')}</GroupHead>
            <BoardRows listings={answering.listings} {...{ owned, chosenKey }} />
          </div>
        )}
        {listed.total > 0 && answering.listings.length === 0 && (
          <div role="rowgroup" aria-label={t('board.listed')}>
            <GroupHead>{t('board.listed')}</GroupHead>
            <BoardRows listings={listed.listings} {...{ owned, chosenKey }} />
          </div>
        )}
      </Board>
      {listed.total > 0 && answering.listings.length > 0 && (
        <details id="listed" open={listed.listings.some(({ key }) => key === chosenKey)}>
          <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 border-b border-rule text-small text-quiet hover:text-ink md:px-3">
            {t('board.listedCount', { count: listed.total })}
            <Unfold />
          </summary>
          <Board label={t('board.listed')} isHeadHidden>
            <BoardRows listings={listed.listings} {...{ owned, chosenKey }} />
          </Board>
          {listed.total > listed.listings.length && (
            <p className="pt-2">
              <Link
                href={explorerAddress(parameters, { health: NOT_SEEN })}
                className="inline-flex min-h-11 items-center px-3"
              >
                {t('board.allListed', { count: listed.total })}
              </Link>
            </p>
          )}
        </details>
      )}
      {next && (
        <p>
          <Link href={explorerAddress(parameters, next)} variant="plain">
            {t('nextPage')}
          </Link>
        </p>
      )}
    </>
  )
}

const GroupHead = ({ children }: { children: string }) => (
  <p aria-hidden className="flex min-h-9 items-center border-b border-rule text-small text-quiet md:px-3">
    {children}
  </p>
)

/** How a search read its words, where that is not as they were written, and which of them no entry has. */
function AsUnderstood({ listings, isWeak }: { listings: Listing[]; isWeak: boolean }) {
  const t = useTranslations('bazaar')
  const typos = new Map(
    listings.flatMap((listing) =>
      (listing.ranking?.matches ?? []).flatMap(({ label, via, as }) =>
        via === 'typo' ? [[label, spellStems(listing, as ?? label)] as const] : [],
      ),
    ),
  )
  const unheard = unheardWords(listings).map((words) => t('quoted', { words }))
  const lines = [
    ...[...typos].map(([label, as]) => t('results.typo', { label, as })),
    ...(unheard.length > 0 ? [t('results.unheard', { words: eitherInWords(t, unheard) })] : []),
  ]
  if (isWeak) {
    return (
      <Notice tone="waiting" title={t('results.weakTitle')}>
        <p>{[t('results.weak'), ...lines].join(' ')}</p>
      </Notice>
    )
  }
  return lines.length > 0 && <p className="text-small text-quiet">{lines.join(' ')}</p>
}

/** For a search without results: the same words without their limits, where it had any, else the whole list. */
function WayOut({ parameters }: { parameters: ExplorerParameters }) {
  const t = useTranslations('bazaar.results')
  const { query, sort: _sort, ...limits } = parameters
  if (!query || Object.keys(limits).length === 0) return <Link href="/bazaar">{t('everything')}</Link>
  return (
    <Link href={explorerAddress({ query })} className="wrap-anywhere">
      {t('unlimited', { query })}
    </Link>
  )
}

function unheardWords(listings: Listing[]): string[] {
  const matches = listings.flatMap(({ ranking }) => ranking?.matches ?? [])
  const heard = new Set(matches.filter(({ field }) => field !== null).map(({ label }) => label))
  return [...new Set(matches.map(({ label }) => label))].filter((label) => !heard.has(label))
}
