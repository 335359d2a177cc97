import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import type { GatewaySummary } from '@/lib/shop/sellers/gateways/list-gateways'
import type { Translate } from '@/lib/site/messages/translate'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { DoneNotice } from '../_components/done-notice'
import { readGateways, readUpstreamKeys } from '../_server/seller-reads'
import { WhoPaid } from './_components/who-paid'

export const generateMetadata = titled('gateways.title')

export default async function GatewaysPage({ searchParams }: PageProps<'/dashboard/gateways'>) {
  const [{ done }, gateways, keys] = await Promise.all([searchParams, readGateways(), readUpstreamKeys()])
  const t = await getTranslations('gateways')
  const add = (
    <Link href="/dashboard/gateways/new" variant="primary">
      {t('sell')}
    </Link>
  )
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p>{t('intro')}</p>
      </header>
      <DoneNotice done={done} />
      {gateways.length > 0 ? (
        <>
          <DataTable
            caption={t('yours')}
            isCaptionHidden
            columns={columnsIn(t)}
            rows={gateways}
            rowKey={({ gatewayId }) => gatewayId}
          />
          <p>{add}</p>
        </>
      ) : (
        <EmptyState title={t('none')} action={add} about={t('noneWhat')} />
      )}
      <WhoPaid keys={keys} now={new Date()} />
    </div>
  )
}

const columnsIn = (t: Translate<'gateways'>): Column<GatewaySummary>[] => [
  {
    title: t('columns.service'),
    cell: ({ gatewayId, title }) => (
      <Link href={`/dashboard/gateways/${gatewayId}`} className="-my-3 inline-flex py-3">
        {title}
      </Link>
    ),
  },
  { title: t('columns.below'), cell: ({ prefix }) => <span className="figures">{prefix}</span> },
  { title: t('columns.address'), cell: ({ upstreamUrl }) => <span className="figures">{upstreamUrl}</span> },
  { title: t('columns.operations'), isNumeric: true, cell: ({ operations }) => operations },
]
