import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Link } from '@/lib/ui/link'
import { PayeeFirst } from '../../_components/payee-first'
import { RouteForm } from '../../_components/route-form'
import { newRouteChoices, routeKinds } from '../../_components/route-kinds'
import { openDashboard, sellableNetworks } from '../../_server/dashboard'

export const metadata: Metadata = { title: 'New route' }

type Props = { searchParams: Promise<{ kind?: string | string[] }> }

export default async function NewRoutePage({ searchParams }: Props) {
  const { kind } = await searchParams
  const chosen = routeKinds.find((each) => each.kind === kind)
  const dashboard = await openDashboard()
  if (!dashboard?.seller) notFound()
  if (!chosen) return <Chooser />
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

/** What a seller can put a price on. */
function Chooser() {
  return (
    <div className="grid max-w-measure gap-6">
      <h1 className="font-serif text-display font-strong">What do you want to sell?</h1>
      <ul className="grid">
        {newRouteChoices.map(({ href, title, what }) => (
          <li key={href} className="grid gap-1 border-t border-rule py-4">
            <Link href={href} className="inline-flex min-h-11 items-center text-reading">
              {title}
            </Link>
            <p className="text-quiet">{what}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
