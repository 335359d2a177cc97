import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import { headingOf, titleAndRest } from '@/lib/base/x402/titles'
import { saysNothing, serviceOf } from '@/lib/bazaar/browse/present-entry'
import type { Entry } from '@/lib/bazaar/entry/entry'
import type { BadgeState } from '@/lib/site/ui/badge'
import { DataTable } from '@/lib/site/ui/data-table'
import { Icon } from '@/lib/site/ui/goods-head'
import { PageLink } from '@/lib/site/ui/page-link'
import { Unfold } from '@/lib/site/ui/section'
import { BoughtMark } from '@/lib/site/ui/toll-bar'
import { entryAddress, hostOf } from './addresses'
import { answersInWords, type BazaarTexts } from './facts-in-words'
import { LeastPrice, networksInShort } from './least-price'

/** With the address of its picture on this site. */
type ShownEntry = Entry & { icon?: string | undefined }

/** Entries of one service; most have one. */
type Service = { id: string; name: string; first: ShownEntry; entries: ShownEntry[] }

type BoardProps = {
  label: string
  entries: ShownEntry[]
  owned: ReadonlySet<string>
  /** All of them are at the same host or of the same wallet: the path stands beside each title. */
  isOnePlace?: boolean
}

/** A service a row: what it does and where, networks, whether it answers, independent payers, the price of a call. */
export function Board({ label, entries, owned, isOnePlace = false }: BoardProps) {
  const t = useTranslations('bazaar')
  return (
    <DataTable
      caption={label}
      isCaptionHidden
      isPressable
      rows={groupByService(entries)}
      rowKey={({ id }) => id}
      columns={[
        {
          title: t('board.what'),
          cell: (service) =>
            service.entries.length === 1 ? (
              <EntryLink entry={service.first} {...headingIn(service.first, isOnePlace)} />
            ) : (
              <Operations service={service} owned={owned} />
            ),
        },
        {
          title: t('board.on'),
          isPlain: true,
          cell: ({ first, entries: all }) => (
            <span className="text-quiet">
              {/* A phone has room for one of them. */}
              <span className="sm:hidden">{headingIn(first, isOnePlace).beside}</span>
              <span className="whitespace-nowrap max-sm:hidden">
                {networksInShort(
                  t,
                  all.flatMap(({ options }) => options),
                )}
                {first.x402Version === 1 && ' · v1'}
              </span>
            </span>
          ),
        },
        {
          title: t('board.answers'),
          isPlain: true,
          cell: ({ entries: all }) => <Answers {...worstAnswer(t, all)} />,
        },
        {
          title: t('board.payers'),
          isNumeric: true,
          cell: ({ entries: all }) => all.reduce((sum, { settlements }) => sum + settlements.organicPayers, 0) || null,
        },
        {
          title: t('board.price'),
          isNumeric: true,
          cell: ({ entries: all }) =>
            all.every(({ resource }) => owned.has(resource)) ? (
              <BoughtMark />
            ) : (
              <LeastPrice options={all.flatMap(({ options }) => options)} isUnitAbove />
            ),
        },
      ]}
    />
  )
}

type EntryLinkProps = { entry: ShownEntry; title: string; beside: string; isOperation?: boolean }

function EntryLink({ entry, title, beside, isOperation = false }: EntryLinkProps) {
  const t = useTranslations('bazaar.board')
  const isDoubtful = entry.warnings.some(({ code }) => code === 'mixed_scripts' || code === 'borrowed_name')
  return (
    // A grid, so that a long title is cut and does not widen its column.
    <span className="grid">
      <PageLink
        href={entryAddress(entry.key)}
        data-entry
        className={clsx(
          'flex min-w-0 items-baseline gap-2 text-ink no-underline [&>img]:self-center',
          isOperation ? 'pt-3 pb-1 hover:underline' : 'whole-row text-base',
        )}
      >
        {!isOperation && <Icon src={entry.icon} size={20} isPlaceKept />}
        <span dir="auto" className="min-w-0 truncate font-strong">
          {title}
        </span>
        {isDoubtful && (
          <span className="shrink-0 border border-waiting px-1.5 text-small text-waiting">{t('doubtful')}</span>
        )}
        <span className="hidden max-w-3/5 shrink-0 truncate text-small text-quiet sm:inline">{beside}</span>
        <span className="hidden min-w-0 truncate text-small text-quiet lg:inline" dir="auto">
          {entry.tags.slice(0, 3).join(', ')}
        </span>
      </PageLink>
    </span>
  )
}

/** The operations of one service, each with what a row says, once the service's row is opened. */
function Operations({ service, owned }: { service: Service } & Pick<BoardProps, 'owned'>) {
  const { name, first, entries } = service
  const [t, shared] = [useTranslations(), useTranslations('bazaar')]
  return (
    <span className="grid">
      <details className="group min-w-0">
        <summary className="flex cursor-pointer list-none items-baseline gap-2 text-base [&>img]:self-center after:absolute after:inset-0 group-open:after:hidden [&::-webkit-details-marker]:hidden">
          <Icon src={first.icon} size={20} isPlaceKept />
          <span dir="auto" className="min-w-0 truncate font-strong">
            {name}
          </span>
          <span className="flex shrink-0 items-center gap-1 text-small text-quiet group-open:[&>svg]:rotate-180">
            {t('bazaar.board.operations', { count: String(entries.length) })}
            <Unfold />
          </span>
          <span className="shrink-0 text-small text-quiet max-sm:hidden">{hostOf(first)}</span>
        </summary>
        <ul className="mt-2 border-t border-rule sm:ms-7">
          {entries.map((entry) => (
            <li key={entry.key} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
              <EntryLink entry={entry} {...operationHeading(entry)} isOperation />
              {owned.has(entry.resource) ? <BoughtMark /> : <LeastPrice options={entry.options} />}
              <span className="col-span-2 flex flex-wrap gap-x-4 pb-3 text-small text-quiet">
                <Answers {...answersInWords(shared, entry)} />
                <span>{networksInShort(shared, entry.options)}</span>
                {entry.settlements.organicPayers > 0 &&
                  t('bazaarEntry.payers', { count: entry.settlements.organicPayers })}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </span>
  )
}

const dots: Record<BadgeState, string> = {
  settled: 'bg-settled',
  waiting: 'bg-waiting',
  refused: 'bg-refused',
  test: 'bg-test',
  neutral: 'bg-edge',
}

const worstFirst: BadgeState[] = ['refused', 'waiting', 'neutral', 'test', 'settled']

const worstAnswer = (t: BazaarTexts, entries: Entry[]) =>
  entries
    .map((entry) => answersInWords(t, entry))
    .reduce((one, other) => (worstFirst.indexOf(other.state) < worstFirst.indexOf(one.state) ? other : one))

const Answers = ({ state, text }: { state: BadgeState; text: string }) => (
  <span className={clsx('flex items-center gap-2 whitespace-nowrap', state === 'refused' && 'text-refused')}>
    <span aria-hidden className={clsx('size-2 shrink-0 rounded-full', dots[state])} />
    {text}
  </span>
)

const placeOf = ({ resource }: Entry): string => URL.parse(resource)?.pathname ?? resource

/** A row's title and its place beside it, which is the path where all have one host. */
function headingIn(entry: ShownEntry, isOnePlace: boolean): { title: string; beside: string } {
  const [host, place] = [hostOf(entry), placeOf(entry)]
  // Without words of its seller's, its path names it: the host stands beside.
  const said = saysNothing(entry.description) ? null : entry.description
  const unnamed = place === '/' ? (host ?? entry.resource) : place
  const beside = entry.type === 'mcp' ? 'MCP' : isOnePlace ? place : (host ?? '')
  return { title: headingOf({ ...entry, description: said, resource: unnamed }).title, beside }
}

function operationHeading(entry: ShownEntry): { title: string; beside: string } {
  const path = entry.toolName ?? `${entry.method ?? ''} ${placeOf(entry)}`.trim()
  const { title } = titleAndRest(entry.description ?? undefined, path)
  return { title, beside: title === path ? '' : path }
}

function groupByService(entries: ShownEntry[]): Service[] {
  const services = new Map<string, Service>()
  for (const entry of entries) {
    const id = serviceOf(entry)
    const service = services.get(id)
    if (service) service.entries.push(entry)
    else services.set(id, { id, name: nameOf(entry), first: entry, entries: [entry] })
  }
  return [...services.values()]
}

function nameOf(entry: ShownEntry): string {
  const { type, name, description } = entry
  const given = type === 'mcp' ? null : (name ?? (saysNothing(description) ? null : headingOf(entry).title))
  return given ?? hostOf(entry) ?? headingOf(entry).title
}
