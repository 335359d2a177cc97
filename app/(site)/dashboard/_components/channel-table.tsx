import { Badge } from '@/lib/ui/badge'
import { CopyId } from '@/lib/ui/copy-id'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { Timestamp } from '@/lib/ui/timestamp'
import { networkName } from '@/lib/x402/networks'
import type { ChannelView } from '../_server/seller-reads'
import { PaymentAmount } from './payment-amount'

/** Who has put how much aside, what was used of it, and how it was claimed last. */
export const ChannelTable = ({ channels }: { channels: ChannelView[] }) => (
  <DataTable caption="Channels, newest first" columns={columns} rows={channels} rowKey={({ channelId }) => channelId} />
)

const columns: Column<ChannelView>[] = [
  {
    title: 'Payer',
    cell: ({ payer, network }) => (
      <>
        <CopyId value={payer} name="payer" />
        <span className="block text-quiet">{networkName(network)}</span>
      </>
    ),
  },
  { title: 'State', cell: (channel) => <ChannelState {...channel} /> },
  {
    title: 'Left',
    isNumeric: true,
    cell: ({ leftAtomic, ...of }) => <PaymentAmount {...of} amountAtomic={leftAtomic} />,
  },
  {
    title: 'Used',
    isNumeric: true,
    cell: ({ chargedAtomic, ...of }) => <PaymentAmount {...of} amountAtomic={chargedAtomic} />,
  },
  {
    title: 'Not claimed',
    isNumeric: true,
    cell: ({ unclaimedAtomic, ...of }) => <PaymentAmount {...of} amountAtomic={unclaimedAtomic} />,
  },
  { title: 'Last call', cell: ({ lastCallAt }) => lastCallAt && <Timestamp at={lastCallAt} /> },
  { title: 'Last claim', cell: (channel) => <LastClaim {...channel} /> },
]

function ChannelState({ isClaimAsked, isClosing, isPayoutDue, leftAtomic, unclaimedAtomic }: ChannelView) {
  if (isClaimAsked) return <Badge state="waiting">Being claimed</Badge>
  if (isPayoutDue) return <Badge state="waiting">Being paid out</Badge>
  if (isClosing) return <Badge state="waiting">Closing</Badge>
  if (leftAtomic === 0n && unclaimedAtomic === 0n) return <Badge state="neutral">Empty</Badge>
  return <Badge state="settled">Open</Badge>
}

function LastClaim({ claimedAt, claimTransaction, claimGas, claimedTogether, payTo }: ChannelView) {
  if (!claimedAt) return <span className="text-quiet">None yet</span>
  return (
    <>
      <Timestamp at={claimedAt} />
      {claimTransaction && (
        <span className="block">
          <CopyId value={claimTransaction} name="transaction" />
        </span>
      )}
      {claimTransaction && claimGas !== null && (
        <span className="block text-quiet">
          {claimGas.toLocaleString('en')} gas
          {(claimedTogether ?? 1) > 1 && ` for ${claimedTogether} channels`}
        </span>
      )}
      <span className="block text-quiet">
        to <CopyId value={payTo} name="payout address" />
      </span>
    </>
  )
}
