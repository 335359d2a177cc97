import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { Link } from '@/lib/site/ui/link'
import { Breakable } from '../../_components/breakable'
import { compareAddress } from '../../_components/compare-address'
import { entryAddress } from '../../_components/entry-address'
import { headingOf } from '../../_components/heading-of'
import { comparedFacts } from './compared-facts'

const columns: Record<number, string> = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3' }

/**
 * Facts of up to three entries, side by side; equal ones in the quieter ink. On a phone a fact's name is above its row,
 * so the entries stay side by side. The roles are spelled out because a browser forgets them once the cells are no
 * longer laid out as a table.
 */
export function CompareTable({ listings }: { listings: Listing[] }) {
  const t = useTranslations('bazaar')
  const { compared, nothing } = comparedFacts(t, listings)
  const row = clsx(
    'grid gap-x-4 gap-y-1 border-b border-rule py-3 sm:table-row sm:py-0',
    columns[listings.length] ?? 'grid-cols-3',
  )
  const cell = 'min-w-0 text-start align-top wrap-anywhere sm:py-3 sm:pe-6 sm:last:pe-0 [&_span]:whitespace-normal'
  const table = (
    <table role="table" className="block w-full table-fixed text-small sm:table">
      <caption className="sr-only">{t('compare.caption')}</caption>
      <thead role="rowgroup" className="block sm:table-header-group">
        <tr role="row" className={clsx(row, 'sm:border-ink')}>
          <td role="cell" className="hidden sm:table-cell sm:w-36" />
          {listings.map((listing) => (
            <th key={listing.key} role="columnheader" scope="col" className={clsx(cell, 'font-regular')}>
              <EntryHead listing={listing} rest={listings.filter((other) => other !== listing)} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block sm:table-row-group">
        {compared.map(({ name, isAlike, values }) => (
          <tr key={name} role="row" className={row}>
            <th
              role="rowheader"
              scope="row"
              className="col-span-full text-start align-top font-regular text-quiet sm:py-3 sm:pe-4"
            >
              {name}
            </th>
            {values.map((value, index) => (
              <td key={index} role="cell" className={clsx(cell, isAlike && 'text-quiet')}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <div className="grid gap-4">
      {table}
      {nothing.length > 0 && (
        <p className="max-w-measure text-small text-quiet">
          {t('compare.nothing', { isOne: String(listings.length === 1), facts: nothing.join(' · ') })}
        </p>
      )}
    </div>
  )
}

function EntryHead({ listing, rest }: { listing: Listing; rest: Listing[] }) {
  const t = useTranslations('bazaar.compare')
  const { title } = headingOf(listing)
  return (
    <div className="grid gap-1">
      <Link
        href={entryAddress(listing.key)}
        className="-my-1 line-clamp-4 py-1 text-base font-strong wrap-anywhere sm:text-reading"
      >
        <bdi>
          <Breakable text={title} />
        </bdi>
      </Link>
      {!listing.resource.endsWith(title) && (
        <p className="figures line-clamp-4 text-quiet">
          <Breakable text={listing.resource} />
        </p>
      )}
      {rest.length > 0 && (
        <p>
          <Link href={compareAddress(rest.map(({ key }) => key))} className="inline-flex min-h-11 items-center">
            {t.rich('leaveOut', { title, what: (what) => <span className="sr-only">{what}</span> })}
          </Link>
        </p>
      )}
    </div>
  )
}
