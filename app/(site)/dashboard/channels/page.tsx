import type { Metadata } from 'next'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { formatAtomic } from '@/lib/x402/money'
import { networkName } from '@/lib/x402/networks'
import { ChannelTable } from '../_components/channel-table'
import { ClaimForm } from '../_components/claim-form'
import { FollowLive } from '../_components/follow-live'
import { PaymentAmount } from '../_components/payment-amount'
import { type ChannelSum, type ChannelSums, readChannelSums, readChannels } from '../_server/seller-reads'

export const metadata: Metadata = { title: 'Channels' }

type Props = { searchParams: Promise<{ after?: string | string[] }> }

export default async function ChannelsPage({ searchParams }: Props) {
  const { after } = await searchParams
  const cursor = typeof after === 'string' ? after : ''
  const [{ sums, limits }, { channels, nextCursor }] = await Promise.all([
    readChannelSums(),
    readChannels(cursor === '' ? {} : { cursor }),
  ])
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">Channels</h1>
        <p>
          Amounts that wallets have put aside for routes with many small calls. What they have used is claimed by
          itself: {limitsInWords(limits)}, or as soon as its payer leaves.
        </p>
      </header>
      <FollowLive isWanted={cursor === ''} />
      {sums.length > 0 && (
        <DataTable
          caption="In all"
          columns={sumColumns}
          rows={sums}
          rowKey={({ network, asset }) => `${network} ${asset}`}
        />
      )}
      {channels.length > 0 && <ClaimForm />}
      {channels.length > 0 ? <ChannelTable channels={channels} /> : <NoChannels />}
      {nextCursor && (
        <p>
          <Link href={`/dashboard/channels?${new URLSearchParams({ after: nextCursor })}`}>Older channels</Link>
        </p>
      )}
    </div>
  )
}

const NoChannels = () => (
  <EmptyState
    title="No channels yet"
    action={
      <Link href="/dashboard/routes" variant="plain">
        Choose a route
      </Link>
    }
  >
    <p>Tick “Many small calls” in a route’s settings. A wallet that puts an amount aside for it appears here.</p>
  </EmptyState>
)

const sumColumns: Column<ChannelSum>[] = [
  { title: 'Network', cell: ({ network }) => networkName(network) },
  { title: 'Channels', isNumeric: true, cell: ({ channels }) => channels },
  {
    title: 'Left',
    isNumeric: true,
    cell: ({ leftAtomic, ...of }) => <PaymentAmount {...of} amountAtomic={leftAtomic} />,
  },
  {
    title: 'Not claimed',
    isNumeric: true,
    cell: ({ unclaimedAtomic, ...of }) => <PaymentAmount {...of} amountAtomic={unclaimedAtomic} />,
  },
]

/** "60 minutes after …, above $5.00 in one channel". All that is sold for here has six decimals. */
function limitsInWords({ afterSeconds, aboveAtomic }: ChannelSums['limits']): string {
  const minutes = Math.max(1, Math.round(afterSeconds / 60))
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `${time} after the first call that is not claimed, above $${formatAtomic(aboveAtomic, 6)} in one channel`
}
