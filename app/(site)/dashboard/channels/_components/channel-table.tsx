import { useTranslations } from 'next-intl'
import { PaymentAmount } from '@/app/(site)/dashboard/_components/payment-amount'
import type { ChannelView } from '@/lib/base/x402/channel-view'
import { networkName } from '@/lib/base/x402/networks'
import type { Translate } from '@/lib/site/messages/translate'
import { Badge } from '@/lib/site/ui/badge'
import { CopyId } from '@/lib/site/ui/copy-id'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { Timestamp } from '@/lib/site/ui/timestamp'

export function ChannelTable({ channels }: { channels: ChannelView[] }) {
  const t = useTranslations('payments')
  return (
    <DataTable
      caption={t('channels.newest')}
      columns={columns(t)}
      rows={channels}
      rowKey={({ channelId }) => channelId}
    />
  )
}

const columns = (t: Translate<'payments'>): Column<ChannelView>[] => [
  {
    title: t('facts.payer'),
    cell: ({ payer, network }) => (
      <>
        <CopyId value={payer} name={t('channels.payerName')} />
        <span className="block text-quiet">{networkName(network)}</span>
      </>
    ),
  },
  { title: t('columns.state'), cell: (channel) => <ChannelState {...channel} /> },
  {
    title: t('channels.left'),
    isNumeric: true,
    cell: ({ leftAtomic, ...of }) => <PaymentAmount {...of} amountAtomic={leftAtomic} />,
  },
  {
    title: t('channels.used'),
    isNumeric: true,
    cell: ({ chargedAtomic, ...of }) => <PaymentAmount {...of} amountAtomic={chargedAtomic} />,
  },
  {
    title: t('channels.unclaimed'),
    isNumeric: true,
    cell: ({ unclaimedAtomic, ...of }) => <PaymentAmount {...of} amountAtomic={unclaimedAtomic} />,
  },
  { title: t('channels.lastCall'), cell: ({ lastCallAt }) => lastCallAt && <Timestamp at={lastCallAt} /> },
  { title: t('channels.lastClaim'), cell: (channel) => <LastClaim {...channel} /> },
]

function ChannelState({ isClaimAsked, isClosing, isPayoutDue, leftAtomic, unclaimedAtomic }: ChannelView) {
  const t = useTranslations('payments.channels')
  if (isClaimAsked) return <Badge state="waiting">{t('claiming')}</Badge>
  if (isPayoutDue) return <Badge state="waiting">{t('payingOut')}</Badge>
  if (isClosing) return <Badge state="waiting">{t('closing')}</Badge>
  if (leftAtomic === 0n && unclaimedAtomic === 0n) return <Badge state="neutral">{t('empty')}</Badge>
  return <Badge state="settled">{t('open')}</Badge>
}

function LastClaim({ claimedAt, claimTransaction, claimGas, claimedTogether, payTo }: ChannelView) {
  const t = useTranslations('payments')
  if (!claimedAt) return <span className="text-quiet">{t('channels.noClaim')}</span>
  return (
    <>
      <Timestamp at={claimedAt} />
      {claimTransaction && (
        <span className="block">
          <CopyId value={claimTransaction} name={t('names.transaction')} />
        </span>
      )}
      {claimTransaction && claimGas !== null && (
        <span className="block text-quiet">
          {claimedTogether !== null && claimedTogether > 1
            ? t('channels.gasTogether', { gas: Number(claimGas), channels: claimedTogether })
            : t('channels.gas', { gas: Number(claimGas) })}
        </span>
      )}
      <span className="block text-quiet">
        {t.rich('channels.to', { address: () => <CopyId value={payTo} name={t('names.payTo')} /> })}
      </span>
    </>
  )
}
