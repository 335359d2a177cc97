import type { Metadata } from 'next'
import { readChanges, readQuotas } from '@/lib/compose/seller-reads'
import { ChangeTable } from '../_components/change-table'
import { QuotaTable } from '../_components/quota-table'

export const metadata: Metadata = { title: 'Shop' }

type Props = { searchParams: Promise<{ after?: string | string[] }> }

export default async function ShopPage({ searchParams }: Props) {
  const { after } = await searchParams
  const page = await readChanges(typeof after === 'string' ? { cursor: after } : {})
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">Shop</h1>
      </header>
      <QuotaTable usage={await readQuotas()} />
      <ChangeTable {...page} nextHref={(cursor) => `/dashboard/shop?after=${cursor}`} />
    </div>
  )
}
