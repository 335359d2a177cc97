import type { Metadata } from 'next'
import type { Column } from '@/lib/ui/data-table'
import { Link } from '@/lib/ui/link'
import { ChangeFilter } from '../../../../dashboard/_components/change-filter'
import { ChangeTable } from '../../../../dashboard/_components/change-table'
import { siteChangeKinds } from '../../../../dashboard/_components/change-words'
import { readChangeFilter } from '../../../../dashboard/_components/read-change-filter'
import { readSiteChanges, type SiteChange } from '../_server/operator-reads'

export const metadata: Metadata = { title: 'Changes', robots: { index: false } }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Who changed what in all shops. */
export default async function OperatorChangesPage({ searchParams }: Props) {
  const { kind, shop, page, next } = readChangeFilter(await searchParams, siteChangeKinds)
  const own = '/dashboard/operator/changes'
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">Changes</h1>
        <p>
          Payout addresses, keys, prices, refunds, suspensions and the like, with who did it. Nothing here can be
          erased.
        </p>
      </header>
      <ChangeFilter action={own} kinds={siteChangeKinds} kind={kind} shop={shop} />
      <ChangeTable
        {...(await readSiteChanges({ ...page, ...(shop && { shop }) }))}
        nextHref={(cursor) => `${own}?${next(cursor)}`}
        lead={lead}
      />
    </div>
  )
}

const lead: Column<SiteChange>[] = [
  {
    title: 'Shop',
    cell: ({ handle }) => (handle ? <Link href={`/dashboard/operator/shops/${handle}`}>{handle}</Link> : 'The site'),
  },
]
