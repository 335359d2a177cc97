import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Notice } from '@/lib/ui/notice'
import { openDashboard, sellableNetworks } from '../../_server/dashboard'
import { readGateway } from '../../_server/seller-reads'
import { GatewayEditor } from '../_components/gateway-editor'
import { RemoveGatewayForm } from '../_components/remove-gateway-form'
import { SoldOperations } from '../_components/sold-operations'

export const metadata: Metadata = { title: 'Gateway' }

type Props = { params: Promise<{ gatewayId: string }>; searchParams: Promise<{ saved?: string | string[] }> }

export default async function GatewayPage({ params, searchParams }: Props) {
  const gateway = await readGateway((await params).gatewayId)
  const dashboard = await openDashboard()
  if (!dashboard?.seller) notFound()
  const { handle, payees } = dashboard.seller
  const confirmed = new Set(payees.map(({ network }) => network))
  const networks = (await sellableNetworks()).filter(({ id }) => confirmed.has(id))
  const { saved } = await searchParams
  return (
    <div className="grid gap-10">
      <h1 className="font-serif text-display font-strong wrap-anywhere">{gateway.title}</h1>
      {typeof saved === 'string' && (
        <Notice tone="settled" title="Saved, and live" announce="polite">
          <p>Each address below answers with its price now.</p>
        </Notice>
      )}
      <SoldOperations operations={gateway.operations} />
      <GatewayEditor gateway={gateway} handle={handle} networks={networks} />
      <RemoveGatewayForm gatewayId={gateway.gatewayId} />
    </div>
  )
}
