import type { Metadata } from 'next'
import { ChangeFilter } from '../_components/change-filter'
import { ChangeTable } from '../_components/change-table'
import { changeKinds } from '../_components/change-words'
import { QuotaTable } from '../_components/quota-table'
import { readChangeFilter } from '../_components/read-change-filter'
import { readChanges, readQuotas } from '../_server/seller-reads'

export const metadata: Metadata = { title: 'Shop' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** What the shop has and may have, and who changed what in it. */
export default async function ShopPage({ searchParams }: Props) {
  const { kind, page, next } = readChangeFilter(await searchParams, changeKinds)
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">Shop</h1>
        <p>What it may have, and who changed what. Changes are kept for good and cannot be erased.</p>
      </header>
      <QuotaTable usage={await readQuotas()} />
      <section aria-label="Changes" className="grid gap-4">
        <ChangeFilter action="/dashboard/shop" kinds={changeKinds} kind={kind} />
        <ChangeTable {...(await readChanges(page))} nextHref={(cursor) => `/dashboard/shop?${next(cursor)}`} />
      </section>
    </div>
  )
}
