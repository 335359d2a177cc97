import type { Metadata } from 'next'
import { openDashboard, sellableNetworks } from '@/lib/compose/dashboard'
import { readListingChecks } from '@/lib/compose/route-review'
import { readChallenge, readRoute } from '@/lib/compose/seller-reads'
import { Notice } from '@/lib/ui/notice'
import { DuplicateForm } from '../../_components/duplicate-form'
import { FileUpload } from '../../_components/file-upload'
import { FollowLive } from '../../_components/follow-live'
import { ListingPipeline } from '../../_components/listing-pipeline'
import { MoveButtons } from '../../_components/move-buttons'
import { RouteForm } from '../../_components/route-form'

export const metadata: Metadata = { title: 'Route' }

type Props = { params: Promise<{ routeId: string }>; searchParams: Promise<{ saved?: string }> }

export default async function RoutePage({ params, searchParams }: Props) {
  const route = await readRoute((await params).routeId)
  const [challenge, networks, dashboard] = await Promise.all([
    readChallenge(route),
    sellableNetworks(),
    openDashboard(),
  ])
  const checks = challenge ? await readListingChecks(route, challenge) : []
  const { saved } = await searchParams
  const seller = dashboard?.seller
  const confirmed = new Set(seller?.payees.map(({ network }) => network))
  const offered = networks.filter(({ id }) => confirmed.has(id) || route.kind === 'sign_in')

  return (
    <div className="grid gap-10">
      {saved && (
        <Notice tone="settled" title="Saved" announce="polite">
          <p>{route.state === 'live' ? 'Every server answers with it within two seconds.' : 'It is not sold yet.'}</p>
        </Notice>
      )}
      {route.kind === 'file' && <FileUpload routeId={route.routeId} file={route.file} />}
      <MoveButtons routeId={route.routeId} state={route.state} />
      {route.state !== 'archived' && seller && (
        <RouteForm kind={route.kind} handle={seller.handle} networks={offered} route={route} />
      )}
      <ListingPipeline route={route} checks={checks} />
      <FollowLive isWanted={route.listing.status === 'processing'} />
      <DuplicateForm routeId={route.routeId} path={route.path} />
    </div>
  )
}
