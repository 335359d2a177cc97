import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PayeeFirst } from '../../_components/payee-first'
import { RouteForm } from '../../_components/route-form'
import { routeKinds } from '../../_components/route-kinds'
import { openDashboard, sellableNetworks } from '../../_server/dashboard'

export const metadata: Metadata = { title: 'New route' }

type Props = { searchParams: Promise<{ kind?: string | string[] }> }

export default async function NewRoutePage({ searchParams }: Props) {
  const { kind } = await searchParams
  const chosen = routeKinds.find((each) => each.kind === kind)
  const dashboard = await openDashboard()
  if (!chosen || !dashboard?.seller) notFound()
  const { handle, payees } = dashboard.seller
  const confirmed = new Set(payees.map(({ network }) => network))
  const networks = (await sellableNetworks()).filter(({ id }) => confirmed.has(id) || chosen.kind === 'sign_in')
  return (
    <div className="grid gap-8">
      <h1 className="font-serif text-display font-strong">New: {chosen.title}</h1>
      {confirmed.size === 0 && chosen.kind !== 'sign_in' ? (
        <PayeeFirst />
      ) : (
        <RouteForm kind={chosen.kind} handle={handle} networks={networks} route={null} />
      )}
    </div>
  )
}
