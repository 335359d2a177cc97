import clsx from 'clsx'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { headingOf, titleAndRest } from '@/lib/base/x402/titles'
import { saysNothing, serviceOf } from '@/lib/bazaar/browse/present-entry'
import type { Entry as CatalogEntry } from '@/lib/bazaar/entry/entry'
import type { BadgeState } from '@/lib/site/ui/badge'
import { Icon } from '@/lib/site/ui/goods-head'
import { PageLink } from '@/lib/site/ui/page-link'
import { Unfold } from '@/lib/site/ui/section'
import { BoughtMark } from '@/lib/site/ui/toll-bar'
import { entryAddress, hostOf } from './addresses'
import { answersInWords } from './facts-in-words'
import { LeastPrice, networksInShort } from './least-price'

/** With the address of its picture on this site. */
type ShownEntry = CatalogEntry & { icon?: string | undefined }

type BoardProps = { label: string; children: ReactNode }

const columns = ['what', 'price', 'on', 'answers', 'payers'] as const

export function Board({ label, children }: BoardProps) {
  const t = useTranslations('bazaar.board')
  return (
    <div role="table" aria-label={label} className="min-w-0">
      <div role="row" className={clsx(ROW, 'border-ink max-md:sr-only')}>
        {columns.map((column) => (
          <span
            key={column}
            role="columnheader"
            className={clsx(
              'py-1.5 text-small font-strong',
              column === 'what' && 'px-3',
              column === 'on' && 'ps-3',
              (column === 'price' || column === 'payers') && 'text-end',
              column === 'payers' && 'pe-3',
            )}
          >
            {t(column)}
          </span>
        ))}
      </div>
      {children}
    </div>
  )
}

type BoardRowsProps = {
  entries: ShownEntry[]
  owned?: ReadonlySet<string>
  /** All of them are at the same host or of the same wallet: the path stands beside each title. */
  isOnePlace?: boolean
}
export function BoardRows({ entries, owned = new Set(), isOnePlace = false }: BoardRowsProps) {
  return groupByService(entries).map((service) => {
    const [first] = service.entries
    if (!first) return null
    return service.entries.length === 1 ? (
      <BoardRow key={first.key} entry={first} isOwned={owned.has(first.resource)} isOnePlace={isOnePlace} />
    ) : (
      <ServiceRows key={first.key} service={service} owned={owned} />
    )
  })
}

type ServiceRowsProps = { service: Service; owned: ReadonlySet<string> }

function ServiceRows({ service: { name, entries }, owned }: ServiceRowsProps) {
  const t = useTranslations('bazaar.board')
  const [first] = entries
  return (
    <div role="presentation" className="service">
      <div role="row" className={ROW}>
        <span role="cell" className="min-w-0 md:px-3">
          <details className="group">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
              <Icon src={first?.icon} size={20} isPlaceKept />
              <span dir="auto" className="min-w-0 truncate font-strong">
                {name}
              </span>
              <span className="flex shrink-0 items-center gap-1 text-small text-quiet group-open:[&>svg]:rotate-180">
                {t('operations', { count: String(entries.length) })}
                <Unfold />
              </span>
              <span className="max-md:hidden shrink-0 text-small text-quiet">{first && hostOf(first)}</span>
            </summary>
          </details>
        </span>
        <span role="cell" className="text-end text-small whitespace-nowrap">
          <LeastPrice options={entries.flatMap(({ options }) => options)} isUnitAbove />
        </span>
      </div>
      {entries.map((entry) => (
        <BoardRow key={entry.key} entry={entry} isOperation isOwned={owned.has(entry.resource)} />
      ))}
    </div>
  )
}

type NamedEntry = Pick<ShownEntry, 'type' | 'name' | 'toolName' | 'description' | 'resource' | 'method'>

/** A row's title and its place beside it, which is the path where all have one host; within its service's rows, only the operation. */
function rowHeading(entry: NamedEntry, isOperation: boolean, isOnePlace = false): { title: string; beside: string } {
  const { type, toolName, description, resource, method } = entry
  const host = hostOf(entry)
  const place = URL.parse(resource)?.pathname ?? resource
  const beside = type === 'mcp' ? 'MCP' : isOnePlace ? place : (host ?? '')
  // Without words of its seller's, its path names it: the host stands beside.
  const said = saysNothing(description) ? null : description
  const unnamed = place === '/' ? (host ?? resource) : place
  if (!isOperation) return { title: headingOf({ ...entry, description: said, resource: unnamed }).title, beside }
  const path = toolName ?? `${method ?? ''} ${place}`.trim()
  const { title } = titleAndRest(description ?? undefined, path)
  return { title, beside: title === path ? '' : path }
}

type Service = { name: string; entries: ShownEntry[] }
function groupByService(entries: ShownEntry[]): Service[] {
  const services = new Map<string, Service>()
  for (const entry of entries) {
    const id = serviceOf(entry)
    const service = services.get(id) ?? { name: nameOf(entry), entries: [] }
    service.entries.push(entry)
    services.set(id, service)
  }
  return [...services.values()]
}

function nameOf(entry: ShownEntry): string {
  const { type, name, description } = entry
  const given = type === 'mcp' ? null : (name ?? (saysNothing(description) ? null : headingOf(entry).title))
  return given ?? hostOf(entry) ?? headingOf(entry).title
}

type BoardRowProps = {
  entry: ShownEntry
  isOperation?: boolean
  isOnePlace?: boolean
  isOwned: boolean
}

const ROW = clsx(
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-rule py-1',
  'md:grid-cols-[minmax(0,1fr)_7rem_8rem_9.5rem_3.75rem] md:py-0',
)

/** One entry in 44 px: what it does and where, the price of a call, networks, whether it answers, independent payers. */
function BoardRow({ entry, isOperation = false, isOnePlace = false, isOwned }: BoardRowProps) {
  const t = useTranslations('bazaar')
  const format = useFormatter()
  const { title, beside } = rowHeading(entry, isOperation, isOnePlace)
  const { state, text } = answersInWords(t, entry)
  const payers = entry.settlements.organicPayers
  const isDoubtful = entry.warnings.some(({ code }) => code === 'mixed_scripts' || code === 'borrowed_name')
  return (
    // biome-ignore lint/a11y/useSemanticElements: A browser forgets a table's roles once its cells are laid out as a grid.
    <div role="row" className={clsx(ROW, 'has-[a:hover]:bg-shade', isOperation && 'operation')}>
      <span role="cell" className="min-w-0 md:px-3">
        <PageLink
          href={entryAddress(entry.key)}
          data-entry
          className={clsx('flex min-h-11 items-center gap-2 text-ink no-underline', isOperation && 'ps-6')}
        >
          {!isOperation && <Icon src={entry.icon} size={20} isPlaceKept />}
          <span dir="auto" className="min-w-0 truncate font-strong">
            {title}
          </span>
          {isDoubtful && (
            <span className="shrink-0 border border-waiting px-1.5 text-small text-waiting">{t('board.doubtful')}</span>
          )}
          <span className="hidden max-w-3/5 shrink-0 truncate text-small text-quiet md:inline">{beside}</span>
          <span className="hidden min-w-0 truncate text-small text-quiet lg:inline" dir="auto">
            {entry.tags.slice(0, 3).join(', ')}
          </span>
        </PageLink>
      </span>
      <span role="cell" className="text-end text-small whitespace-nowrap">
        {isOwned ? <BoughtMark /> : <LeastPrice options={entry.options} isUnitAbove />}
      </span>
      <span role="cell" className="hidden truncate text-small text-quiet md:block md:ps-3">
        {networksInShort(t, entry.options)}
        {entry.x402Version === 1 && ' · v1'}
      </span>
      <span role="cell" className="flex min-w-0 items-center gap-2 pb-1 text-small leading-tight md:pb-0">
        <Dot state={state} />
        <span className={clsx('shrink-0', state === 'refused' && 'text-refused')}>{text}</span>
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
