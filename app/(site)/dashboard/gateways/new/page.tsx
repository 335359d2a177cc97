import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PayeeFirst } from '../../_components/payee-first'
import { openDashboard, sellableNetworks } from '../../_server/dashboard'
import { GatewayEditor } from '../_components/gateway-editor'

export const metadata: Metadata = { title: 'Sell a service' }

export default async function NewGatewayPage() {
  const dashboard = await openDashboard()
  if (!dashboard?.seller) notFound()
  const { handle, payees } = dashboard.seller
  const confirmed = new Set(payees.map(({ network }) => network))
  const networks = (await sellableNetworks()).filter(({ id }) => confirmed.has(id))
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">Sell a service</h1>
        <p>Its OpenAPI document says what it does. You say what that costs. The service stays as it is.</p>
      </header>
      {confirmed.size === 0 ? <PayeeFirst /> : <GatewayEditor gateway={null} handle={handle} networks={networks} />}
    </div>
  )
}
