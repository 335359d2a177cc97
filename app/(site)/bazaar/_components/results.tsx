import { useTranslations } from 'next-intl'
import type { Entry } from '@/lib/bazaar/entry/entry'
import type { Board as BoardFacts } from '@/lib/bazaar/find-board'
import { Link } from '@/lib/site/ui/link'
import { EmptyState, Notice } from '@/lib/site/ui/notice'
import { PageLink } from '@/lib/site/ui/page-link'
import { spellStems } from '../_server/found-words'
import { type ExplorerParameters, explorerAddress } from './addresses'
import { Board, BoardRows } from './board'
import { eitherInWords } from './facts-in-words'

type ResultsProps = {
  board: BoardFacts
  owned: ReadonlySet<string>
  parameters: ExplorerParameters
}

export function Results({ board: { entries, total, understood, isWeak, next }, owned, parameters }: ResultsProps) {
  const t = useTranslations('bazaar')
  return (
    <>
      <ResultsHeading total={total} parameters={parameters} />
      {entries.length === 0 ? (
        <EmptyState title={t('results.nothingTitle')} action={<WayOut parameters={parameters} />}>
          {t('results.nothing')}
        </EmptyState>
      ) : (
        <>
          {understood && <AsUnderstood entries={entries} isWeak={isWeak} />}
          <Board label={t('results.label')}>
            <BoardRows {...{ entries, owned }} isOnePlace={parameters.host !== undefined} />
          </Board>
        </>
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

/** The number of results, announced when it changes while the reader types, and their order. */
function ResultsHeading({ total, parameters }: { total: number; parameters: ExplorerParameters }) {
  const t = useTranslations('bazaar')
  const isNarrowed = explorerAddress(parameters, { sort: null }) !== '/bazaar'
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-small text-quiet">
      <p role="status">
        {t.rich('results.count', {
          count: total,
          isNarrowed: String(isNarrowed),
          figure: (count) => <span className="tabular-nums">{count}</span>,
        })}
      </p>
      {/* Where a keyboard is likely, the list's keys work at once. */}
      <span data-at-once className="max-xl:hidden" />
      <div className="flex flex-wrap items-center gap-x-4 sm:ms-auto">
        {total > 1 && <SortLinks parameters={parameters} />}
      </div>
    </div>
  )
}

const orders = ['relevance', 'used', 'price', 'newest'] as const
type SortOrder = (typeof orders)[number]

/** Orders of the page. A search starts with the best match, the whole list with the most used. */
function SortLinks({ parameters }: { parameters: ExplorerParameters }) {
  const t = useTranslations('bazaar.results')
  const usual: SortOrder = parameters.query ? 'relevance' : 'used'
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

/** How a search read its words, where that is not as they were written, and which of them no entry has. */
function AsUnderstood({ entries, isWeak }: { entries: Entry[]; isWeak: boolean }) {
  const t = useTranslations('bazaar')
  const typos = new Map(
    entries.flatMap((entry) =>
      (entry.ranking?.matches ?? []).flatMap(({ label, via, as }) =>
        via === 'typo' ? [[label, spellStems(entry, as ?? label)] as const] : [],
      ),
    ),
  )
  const unheard = unheardWords(entries).map((words) => t('quoted', { words }))
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

function unheardWords(entries: Entry[]): string[] {
  const matches = entries.flatMap(({ ranking }) => ranking?.matches ?? [])
  const heard = new Set(matches.filter(({ field }) => field !== null).map(({ label }) => label))
  return [...new Set(matches.map(({ label }) => label))].filter((label) => !heard.has(label))
}
