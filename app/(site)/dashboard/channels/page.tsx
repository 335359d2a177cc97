import { useTranslations } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import { claimOwnChannels } from '@/app/_channels/_server/channel-actions'
import { localDigits } from '@/lib/base/x402/local-digits'
import { formatAtomic } from '@/lib/base/x402/money'
import { networkName } from '@/lib/base/x402/networks'
import type { ChannelSum, ChannelView } from '@/lib/channels/ledger/list-channels'
import type { ShopChannelSums } from '@/lib/channels/shop/operations'
import type { Translate } from '@/lib/site/messages/translate'
import { Badge } from '@/lib/site/ui/badge'
import { CopyId } from '@/lib/site/ui/copy-button'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/notice'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { Form } from '../../_components/form'
import { Page } from '../../_components/page'
import { FollowLive } from '../_components/follow-live'
import { amountColumn } from '../_components/payment-amount'
import { read, titledForSellers } from '../_server/dashboard'

export const generateMetadata = titledForSellers('payments.channels.title')

export default async function ChannelsPage({ searchParams }: PageProps<'/dashboard/channels'>) {
  const { after } = await searchParams
  const [t, tClaim, locale] = await Promise.all([
    getTranslations('payments'),
    getTranslations('sellerForms.claim'),
    getLocale(),
  ])
  const cursor = typeof after === 'string' ? after : ''
  const [{ sums, limits }, { channels, nextCursor }] = await Promise.all([
    read('sumChannels'),
    read('listChannels', cursor === '' ? {} : { cursor }),
  ])
  return (
    <Page title={t('channels.title')} about={t('channels.about', valuesOf(limits, locale))}>
      <FollowLive isWanted={cursor === ''} />
      {sums.length > 0 && (
        <DataTable
          caption={t('channels.inAll')}
          columns={sumColumns(t)}
          rows={sums}
          rowKey={({ network, asset }) => `${network} ${asset}`}
        />
      )}
      {channels.length > 0 && (
        <Form action={claimOwnChannels} label={tClaim('send')} variant="plain">
          <p className="max-w-measure">{tClaim('about')}</p>
        </Form>
      )}
      <DataTable
        caption={t('channels.newest')}
        columns={columns(t)}
        rows={channels}
        rowKey={({ channelId }) => channelId}
        empty={
          <EmptyState
            title={t('channels.none.title')}
            about={t('channels.none.about')}
            next={{ href: '/dashboard/routes', label: t('channels.none.choose') }}
          />
        }
        next={{ label: t('channels.older'), path: '/dashboard/channels', after: nextCursor }}
      />
    </Page>
  )
}

const sumColumns = (t: Translate<'payments'>): Column<ChannelSum>[] => [
  { title: t('columns.network'), cell: ({ network }) => networkName(network) },
  { title: t('channels.title'), isNumeric: true, cell: ({ channels }) => channels },
  amountColumn(t('channels.left'), 'leftAtomic'),
  amountColumn(t('channels.unclaimed'), 'unclaimedAtomic'),
]

const valuesOf = ({ afterSeconds, aboveAtomic }: ShopChannelSums['limits'], locale: string) => ({
  minutes: Math.max(1, Math.round(afterSeconds / 60)),
  amount: localDigits(`$${formatAtomic(aboveAtomic, 6)}`, locale),
})

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
  amountColumn(t('channels.left'), 'leftAtomic'),
  amountColumn(t('channels.used'), 'chargedAtomic'),
  amountColumn(t('channels.unclaimed'), 'unclaimedAtomic'),
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

function LastClaim({ claimedAt, claimTransaction, payTo }: ChannelView) {
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
      <span className="block text-quiet">
        {t.rich('channels.to', { address: () => <CopyId value={payTo} name={t('names.payTo')} /> })}
      </span>
    </>
  )
}
