import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { GatewaySummary } from '@/lib/shop/sellers/gateways/gateways'
import type { UpstreamKeyView } from '@/lib/shop/sellers/keys/upstream-keys'
import type { Translate } from '@/lib/site/messages/translate'
import { CheckboxField } from '@/lib/site/ui/checkbox-field'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { Section } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { makeUpstreamKey } from '../_actions/forms'
import { ActForm } from '../_components/form-end'
import { DoneNotice } from '../_components/notices'
import { PageHead } from '../_components/page-head'
import { titledForSellers } from '../_server/dashboard'
import { readGateways, readUpstreamKeys } from '../_server/seller-reads'

export const generateMetadata = titledForSellers('gateways.title')

export default async function GatewaysPage({ searchParams }: PageProps<'/dashboard/gateways'>) {
  const [{ done }, { gateways }, { keys }] = await Promise.all([
    searchParams,
    read('listGateways'),
    read('listUpstreamKeys'),
  ])
  const t = await getTranslations('gateways')
  const add = (
    <Link href="/dashboard/gateways/new" variant="primary">
      {t('sell')}
    </Link>
  )
  return (
    <div className="grid gap-8">
      <PageHead title={t('title')} about={t('intro')} />
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

function WhoPaid({ keys, now }: { keys: UpstreamKeyView[]; now: Date }) {
  const t = useTranslations('gateways.whoPaid')
  const tKey = useTranslations('gatewayForms.key')
  return (
    <Section id="who-paid" title={t('title')} className="grid max-w-measure gap-4 border-t border-rule pt-8">
      <p>{t.rich('what', { header: () => <span className="figures">Turnpike-Buyer</span> })}</p>
      {keys.map(({ keyId, signsFrom }) => (
        <p key={keyId} className="text-small text-quiet">
          {t.rich(signsFrom <= now ? 'signsSince' : 'signsFrom', {
            key: () => <span className="figures">{keyId.slice(-8)}</span>,
            time: () => <Timestamp at={signsFrom} />,
          })}
        </p>
      ))}
      <ActForm action={makeUpstreamKey} label={tKey(keys.length > 0 ? 'another' : 'make')} secretName={tKey('name')}>
        {keys.length > 0 && <CheckboxField id="key-now" name="now" value="yes" label={tKey('now')} />}
      </ActForm>
    </Section>
  )
}
