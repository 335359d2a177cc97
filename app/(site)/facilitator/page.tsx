import { connection } from 'next/server'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_components/titled'
import { networkName } from '@/lib/base/x402/networks'
import type { Facilitator } from '@/lib/facilitator/create-facilitator'
import { running } from '@/lib/site/compose/running'
import { Amount } from '@/lib/site/ui/amount'
import { Badge } from '@/lib/site/ui/badge'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { CopyId } from '@/lib/site/ui/copy-button'
import { DataTable } from '@/lib/site/ui/data-table'
import { Link } from '@/lib/site/ui/link'
import { EmptyState } from '@/lib/site/ui/notice'
import { Section } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { Page } from '../_components/page'

export const generateMetadata = titled('facilitator.title', {}, 'facilitator.description')

const SHOWN_SETTLEMENTS = 5

export default async function FacilitatorPage() {
  await connection()
  const { env, facilitator } = running('site')
  const needsKey = !env.facilitatorAccess.isOpen
  const [t, { networks }, settlements] = await Promise.all([
    getTranslations('facilitator'),
    facilitator.health(),
    facilitator.listRecentSettlements(SHOWN_SETTLEMENTS),
  ])
  const { kinds } = facilitator.supported()
  const schemesOn = (network: string) => kinds.filter((kind) => kind.network === network).map(({ scheme }) => scheme)
  const url = `${env.publicOrigin}/facilitator`
  return (
    <Page title={t('title')} intro={t('intro', { needsKey: String(needsKey) })}>
      {networks.length === 0 ? (
        <EmptyState title={t('networks.noneTitle')} about={t('networks.none')} />
      ) : (
        <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <Section id="point" title={t('point.title')} className="grid min-w-0 content-start gap-4">
            <p className="max-w-measure">{t('point.about')}</p>
            <CodeBlock code={url} name={t('point.url')} />
            <CodeBlock code={usage(url, needsKey)} name={t('point.example')} />
            {needsKey && <p>{t('point.key')}</p>}
            <p>
              <Link href={`${url}/openapi.json`}>{t('point.openapi')}</Link>
            </p>
          </Section>
          <Section id="networks" title={t('networks.title')} className="grid content-start gap-4">
            <ul className="border-t border-ink">
              {networks.map(({ network, status }) => (
                <li
                  key={network}
                  className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 border-b border-rule py-3"
                >
                  <span className="font-strong">{networkName(network)}</span>
                  <Badge state={badges[status]}>{t(`networks.${status}`)}</Badge>
                  <span className="col-span-2 text-small">{schemesOn(network).join(', ')}</span>
                  <span className="figures col-span-2 text-small text-quiet wrap-anywhere">{network}</span>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
      {settlements.length > 0 && <RecentSettlements settlements={settlements} />}
    </Page>
  )
}

const badges = { ok: 'settled', degraded: 'waiting', behind: 'refused', unreachable: 'refused' } as const

const usage = (url: string, needsKey: boolean) => `import { HTTPFacilitatorClient } from '@x402/core/server'

const facilitator = new HTTPFacilitatorClient({
  url: '${url}',${
    needsKey
      ? `
  createAuthHeaders: async () => {
    const headers = { Authorization: \`Bearer \${process.env.FACILITATOR_KEY}\` }
    return { verify: headers, settle: headers, supported: {} }
  },`
      : ''
  }
})`

type Settlement = Awaited<ReturnType<Facilitator['listRecentSettlements']>>[number]

function RecentSettlements({ settlements }: { settlements: Settlement[] }) {
  const t = useTranslations('facilitator')
  return (
    <DataTable
      caption={t('settlements.title')}
      rows={settlements}
      rowKey={({ id }) => id}
      columns={[
        { title: t('settlements.when'), cell: ({ at }) => <Timestamp at={at} /> },
        { title: t('settlements.network'), cell: ({ network }) => networkName(network) },
        {
          title: t('settlements.amount'),
          isNumeric: true,
          cell: ({ amountAtomic, asset }) =>
            asset ? (
              <Amount amountAtomic={amountAtomic} {...asset} />
            ) : (
              t('settlements.atomicUnits', { amount: String(amountAtomic) })
            ),
        },
        {
          title: t('settlements.transaction'),
          cell: ({ transaction }) => <CopyId value={transaction} name={t('settlements.transactionId')} />,
        },
      ]}
    />
  )
}
