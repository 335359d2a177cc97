import clsx from 'clsx'
import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Entry } from '@/lib/bazaar/entry/entry'
import type { Board as BoardFacts, FoundBoard, Understood } from '@/lib/bazaar/find-board'
import { running } from '@/lib/site/compose/running'
import { inWords } from '@/lib/site/messages/in-words'
import { Button } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-button'
import { TextField } from '@/lib/site/ui/fields'
import { Link } from '@/lib/site/ui/link'
import { EmptyState, Notice } from '@/lib/site/ui/notice'
import { PageLink } from '@/lib/site/ui/page-link'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { sharedAs } from '../../_components/preview'
import { withIcons } from '../../_server/icons'
import { ownedAmong } from '../../_server/reader'
import { type ExplorerParameters, explorerAddress, NOT_SEEN, readParameters } from './_components/addresses'
import { Board } from './_components/board'
import { ChipList, chipsOf, FilterLinks } from './_components/chips'
import { eitherInWords } from './_components/facts-in-words'
import { LiveSearch } from './_components/live-search'
import { spellStems } from './_server/spell-stems'

type BazaarPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata({ searchParams }: BazaarPageProps): Promise<Metadata> {
  const parameters = readParameters(await searchParams)
  const { query } = parameters
  const t = await getTranslations('bazaar')
  const title = query ? t('titleOfPage', { title: query.slice(0, 80) }) : t('name')
  // A reader's own words are not drawn.
  return sharedAs({ title, description: t('description'), drawn: t('name') })
}

export default async function BazaarPage({ searchParams }: BazaarPageProps) {
  const parameters = readParameters(await searchParams)
  const found = await running('site').catalog.board(parameters)
  if (found.kind === 'board' && found.total === 0 && explorerAddress(parameters) === '/bazaar') return <EmptyBazaar />
  return (
    <div data-wide className="grid gap-4">
      {found.kind === 'refused' ? (
        <>
          <BazaarHeader />
          <ExplorerForm parameters={parameters} />
          <Refused found={found} />
        </>
      ) : (
        <Explorer
          board={{ ...found, entries: await withIcons(found.entries) }}
          owned={await ownedAmong(found.entries.map(({ resource }) => resource))}
          parameters={parameters}
        />
      )}
    </div>
  )
}

type ExplorerProps = {
  board: BoardFacts
  owned: ReadonlySet<string>
  parameters: ExplorerParameters
}

function Explorer({ board, owned, parameters }: ExplorerProps) {
  const t = useTranslations('bazaar')
  const countOf = (...states: string[]) =>
    board.facets.health.filter(({ value }) => states.includes(value)).reduce((sum, { count }) => sum + count, 0)
  const [answering, notSeen] = [countOf('live', 'failing'), countOf('unverified', 'dead')]
  const isOfOthers = parameters.health === NOT_SEEN
  return (
    <>
      <BazaarHeader parameters={parameters}>
        <p className="text-quiet max-sm:text-small">
          {isOfOthers
            ? t('board.elsewhere', { count: board.total })
            : answering > 0 && t('board.answersNow', { count: answering })}{' '}
          {isOfOthers ? (
            <Link href={explorerAddress(parameters, { health: null })}>{t('board.answering')}</Link>
          ) : (
            notSeen > 0 && (
              <Link href={explorerAddress(parameters, { health: NOT_SEEN })}>
                {t('board.elsewhere', { count: notSeen })}
              </Link>
            )
          )}
        </p>
      </BazaarHeader>
      <ExplorerForm parameters={parameters} />
      <div className="flex flex-wrap items-start gap-2">
        <ChipList chips={chipsOf(t, parameters, board)} />
        <FilterLinks parameters={parameters} facets={board.facets} />
      </div>
      <section aria-label={t('results.label')} className="grid min-w-0 content-start gap-3">
        <Results board={board} owned={owned} parameters={parameters} />
      </section>
    </>
  )
}

function Refused({ found: { why } }: { found: Extract<FoundBoard, { kind: 'refused' }> }) {
  const t = useTranslations('bazaar.results')
  const tSentence = useTranslations('sentences')
  return (
    <Notice tone="refused" title={t('refused')}>
      <p>{inWords(tSentence, why)}</p>
      <p>
        <Link href="/bazaar">{t('again')}</Link>
      </p>
    </Notice>
  )
}

type BazaarHeaderProps = { parameters?: ExplorerParameters; children?: ReactNode }

/** A list of one host or of one wallet has that as its title. */
function BazaarHeader({ parameters: { host, payTo } = {}, children }: BazaarHeaderProps) {
  const t = useTranslations('bazaar')
  const place = host ?? (payTo && t('paidTo', { address: shortenMiddle(payTo, { head: 6, tail: 4 }) }))
  return (
    <header className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 sm:grid-cols-[auto_1fr_auto]">
      <h1 className={clsx('font-serif font-strong wrap-anywhere', place ? 'text-title' : 'text-display')}>
        {place ?? t('name')}
      </h1>
      <div className="col-span-2 max-sm:order-last sm:col-span-1">
        {payTo && <CopyId value={payTo} name={t('payee')} />}
        {children}
      </div>
      <Link href={place ? '/bazaar' : '/bazaar/add'} className="inline-flex min-h-11 items-center">
        {t(place ? 'back' : 'add')}
      </Link>
    </header>
  )
}

function EmptyBazaar() {
  const t = useTranslations('bazaar')
  return (
    <div className="grid gap-8">
      <BazaarHeader />
      <EmptyState
        title={t('notListed.title')}
        about={t('notListed.text')}
        next={{ href: '/bazaar/add', label: t('add'), variant: 'primary' }}
      />
    </div>
  )
}

/** Searches by address, and while the reader types where scripts run; the other filters stay set. */
function ExplorerForm({ parameters }: { parameters: ExplorerParameters }) {
  const t = useTranslations('bazaar.form')
  const { query, cursor: _cursor, offset: _offset, ...filters } = parameters
  return (
    <LiveSearch parameters={parameters}>
      <div className="min-w-0 flex-1 [&_input]:min-h-12 [&_input]:text-reading">
        <TextField
          name="query"
          type="search"
          label={t('label')}
          isLabelHeard
          defaultValue={query}
          maxLength={400}
          autoComplete="off"
          placeholder={t('example')}
        />
      </div>
      {Object.entries(filters).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="primary" className="min-h-12">
        {t('search')}
      </Button>
    </LiveSearch>
  )
}

function Results({ board: { entries, total, understood, isWeak, next }, owned, parameters }: ExplorerProps) {
  const t = useTranslations('bazaar')
  return (
    <>
      <ResultsHeading total={total} parameters={parameters} order={understood?.order} />
      {entries.length === 0 ? (
        <EmptyState title={t('results.nothingTitle')} action={<WayOut parameters={parameters} />}>
          {t('results.nothing')}
        </EmptyState>
      ) : (
        <>
          {understood && <AsUnderstood entries={entries} isWeak={isWeak} />}
          <Board
            label={t('results.label')}
            entries={entries}
            owned={owned}
            isOnePlace={parameters.host !== undefined}
          />
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

type ResultsHeadingProps = { total: number; parameters: ExplorerParameters; order: Understood['order'] | undefined }

/** The number of results, announced when it changes while the reader types, and their order. */
function ResultsHeading({ total, parameters, order }: ResultsHeadingProps) {
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
        {total > 1 && <SortLinks parameters={parameters} order={order} />}
      </div>
    </div>
  )
}

const orders = ['relevance', 'used', 'price', 'newest'] as const
type SortOrder = (typeof orders)[number]

/** Orders of the page. A search starts with the best match or what its words ask for, the list with the most used. */
function SortLinks({ parameters, order: said }: Omit<ResultsHeadingProps, 'total'>) {
  const t = useTranslations('bazaar.results')
  const ofWords = said === 'cheapest' ? 'price' : said === 'dearest' ? null : 'relevance'
  const usual: SortOrder | null = parameters.query ? ofWords : 'used'
  const shown = orders.filter((order) => order !== 'relevance' || usual === 'relevance')
  const current = !parameters.sort || parameters.sort === 'relevance' ? usual : parameters.sort
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

/** How a search read misspelt words, and that it found little. */
function AsUnderstood({ entries, isWeak }: { entries: Entry[]; isWeak: boolean }) {
  const [t, shared] = [useTranslations('bazaar.results'), useTranslations('bazaar')]
  const typos = new Map(
    entries.flatMap((entry) =>
      (entry.ranking?.matches ?? []).flatMap(({ label, via, as }) =>
        via === 'typo' ? [[label, spellStems(entry, as ?? label)] as const] : [],
      ),
    ),
  )
  const matches = entries.flatMap(({ ranking }) => ranking?.matches ?? [])
  const heard = new Set(matches.flatMap(({ label, field }) => (field === null ? [] : [label])))
  const unheard = new Set(matches.flatMap(({ label }) => (heard.has(label) ? [] : [t('quoted', { words: label })])))
  const lines = [
    ...[...typos].map(([label, as]) => t('typo', { label, as })),
    ...(unheard.size > 0 ? [t('unheard', { words: eitherInWords(shared, [...unheard]) })] : []),
  ].join(' ')
  if (!isWeak) return lines && <p className="text-small text-quiet">{lines}</p>
  return (
    <Notice tone="waiting" title={t('weakTitle')}>
      <p>
        {t('weak')} {lines}
      </p>
    </Notice>
  )
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
