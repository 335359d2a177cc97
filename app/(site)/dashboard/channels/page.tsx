import { useTranslations } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import type { ChannelSum } from '@/lib/base/x402/channel-view'
import { localDigits } from '@/lib/base/x402/local-digits'
import { formatAtomic } from '@/lib/base/x402/money'
import { networkName } from '@/lib/base/x402/networks'
import type { ChannelSums } from '@/lib/shop/sellers/payments/channels'
import type { Translate } from '@/lib/site/messages/translate'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { claimOwnChannels } from '../_actions/claim-actions'
import { ActForm } from '../_components/act-form'
import { FollowLive } from '../_components/follow-live'
import { PaymentAmount } from '../_components/payment-amount'
import { readChannelSums, readChannels } from '../_server/seller-reads'
import { ChannelTable } from './_components/channel-table'

export const generateMetadata = titled('payments.channels.title')

export default async function ChannelsPage({ searchParams }: PageProps<'/dashboard/channels'>) {
  const { after } = await searchParams
  const [t, locale] = await Promise.all([getTranslations('payments'), getLocale()])
  const cursor = typeof after === 'string' ? after : ''
  const [{ sums, limits }, { channels, nextCursor }] = await Promise.all([
    readChannelSums(),
    readChannels(cursor === '' ? {} : { cursor }),
  ])
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">{t('channels.title')}</h1>
        <p>{t('channels.about', valuesOf(limits, locale))}</p>
      </header>
      <FollowLive isWanted={cursor === ''} />
      {sums.length > 0 && (
        <DataTable
          caption={t('channels.inAll')}
          columns={sumColumns(t)}
          rows={sums}
          rowKey={({ network, asset }) => `${network} ${asset}`}
        />
      )}
      {channels.length > 0 && <ClaimForm />}
      {channels.length > 0 ? <ChannelTable channels={channels} /> : <NoChannels />}
      {nextCursor && (
        <p>
          <Link href={`/dashboard/channels?${new URLSearchParams({ after: nextCursor })}`}>{t('channels.older')}</Link>
        </p>
      )}
    </div>
  )
}

/** Claims at once; explains beforehand what that does. */
function ClaimForm() {
  const t = useTranslations('sellerForms.claim')
  return (
    <ActForm action={claimOwnChannels} label={t('send')}>
      <p className="max-w-measure">{t('about')}</p>
    </ActForm>
  )
}

function NoChannels() {
  const t = useTranslations('payments.channels.none')
  return <EmptyState title={t('title')} about={t('about')} next={{ href: '/dashboard/routes', label: t('choose') }} />
}

const sumColumns = (t: Translate<'payments'>): Column<ChannelSum>[] => [
  { title: t('columns.network'), cell: ({ network }) => networkName(network) },
  { title: t('channels.title'), isNumeric: true, cell: ({ channels }) => channels },
  {
    title: t('channels.left'),
    isNumeric: true,
    cell: ({ leftAtomic, ...of }) => <PaymentAmount {...of} amountAtomic={leftAtomic} />,
  },
  {
    title: t('channels.unclaimed'),
    isNumeric: true,
    cell: ({ unclaimedAtomic, ...of }) => <PaymentAmount {...of} amountAtomic={unclaimedAtomic} />,
  },
]

const valuesOf = ({ afterSeconds, aboveAtomic }: ChannelSums['limits'], locale: string) => ({
  minutes: Math.max(1, Math.round(afterSeconds / 60)),
  amount: localDigits(`$${formatAtomic(aboveAtomic, 6)}`, locale),
})
