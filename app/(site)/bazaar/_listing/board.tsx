import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { LeastPrice } from '../_components/least-price'
import { hostOf } from '../_components/shop-address'
import { BoardRow, ROW } from './board-row'
import { groupByService, type Service } from './row-heading'

type BoardProps = {
  label: string
  isHeadHidden?: boolean
  children: ReactNode
}

const columns = ['what', 'price', 'on', 'answers', 'payers'] as const

export function Board({ label, isHeadHidden = false, children }: BoardProps) {
  const t = useTranslations('bazaar.board')
  return (
    <div role="table" aria-label={label} className="min-w-0">
      <div role="row" className={clsx(ROW, 'border-ink', isHeadHidden ? 'sr-only' : 'max-md:sr-only')}>
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
  listings: Listing[]
  owned?: ReadonlySet<string>
  chosenKey?: string | null
  /** All of them are at the same host or of the same wallet: the path stands beside each title. */
  isOnePlace?: boolean
}

/** Rows of a board; a service's operations stand under one row of theirs. */
export function BoardRows({ listings, owned = new Set(), chosenKey = null, isOnePlace = false }: BoardRowsProps) {
  return groupByService(listings).map((service) => {
    const [first] = service.listings
    if (!first) return null
    return service.listings.length === 1 ? (
      <BoardRow
        key={first.key}
        listing={first}
        isOwned={owned.has(first.resource)}
        isChosen={first.key === chosenKey}
        isOnePlace={isOnePlace}
      />
    ) : (
      <ServiceRows key={first.key} service={service} owned={owned} chosenKey={chosenKey} />
    )
  })
}

type ServiceRowsProps = { service: Service; owned: ReadonlySet<string>; chosenKey: string | null }

function ServiceRows({ service: { name, listings }, owned, chosenKey }: ServiceRowsProps) {
  const t = useTranslations('bazaar.board')
  const [first] = listings
  return (
    <div role="presentation" className="service">
      <div role="row" className={ROW}>
        <span role="cell" className="min-w-0 md:px-3">
          <label className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              defaultChecked={listings.some(({ key }) => key === chosenKey)}
            />
            <span dir="auto" className="truncate font-strong">
              {name}
            </span>
            <span className="shrink-0 text-small text-quiet">
              {t('operations', { count: String(listings.length) })}
            </span>
            <span className="max-md:hidden min-w-0 truncate text-small text-quiet">{first && hostOf(first)}</span>
          </label>
        </span>
        <span role="cell" className="text-end whitespace-nowrap">
          <LeastPrice options={listings.flatMap(({ options }) => options)} isUnitAbove />
        </span>
      </div>
      {listings.map((listing) => (
        <BoardRow
          key={listing.key}
          listing={listing}
          isOperation
          isOwned={owned.has(listing.resource)}
          isChosen={listing.key === chosenKey}
        />
      ))}
    </div>
  )
}
