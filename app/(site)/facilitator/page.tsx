import { connection } from 'next/server'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_components/titled'
import { networkName } from '@/lib/base/x402/networks'
import { running } from '@/lib/site/compose/running'
import { Amount } from '@/lib/site/ui/amount'
import { Badge, type BadgeState } from '@/lib/site/ui/badge'
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
  const t = await getTranslations('facilitator')
  const { kinds } = facilitator.supported()
  const needsKey = !env.facilitatorAccess.isOpen
  const [health, settlements] = await Promise.all([
    facilitator.health(),
    facilitator.listRecentSettlements(SHOWN_SETTLEMENTS),
  ])
  return (
    <Page title={t('title')} intro={t('intro', { needsKey: String(needsKey) })}>
      {kinds.length > 0 && <PointYourServer url={`${env.publicOrigin}/facilitator`} needsKey={needsKey} />}
      <NetworkTable kinds={kinds} networks={health.networks} />
      {settlements.length > 0 && <RecentSettlements settlements={settlements} />}
    </Page>
  )
}

type NetworkState = { network: string; status: 'ok' | 'degraded' | 'behind' | 'unreachable' }

type NetworkTableProps = { kinds: { scheme: string; network: string }[]; networks: NetworkState[] }

const badges: Record<NetworkState['status'], BadgeState> = {
  ok: 'settled',
  degraded: 'waiting',
  behind: 'refused',
  unreachable: 'refused',
}

function NetworkTable({ kinds, networks }: NetworkTableProps) {
  const t = useTranslations('facilitator.networks')
  if (networks.length === 0) return <EmptyState title={t('noneTitle')}>{t('none')}</EmptyState>
  const schemesOn = (network: string) =>
    kinds.flatMap((kind) => (kind.network === network ? [kind.scheme] : [])).join(', ')
  return (
    <DataTable
      caption={t('title')}
      rows={networks}
      rowKey={({ network }) => network}
      columns={[
        { title: t('network'), cell: ({ network }) => networkName(network) },
        { title: t('identifier'), cell: ({ network }) => <span className="figures">{network}</span> },
        { title: t('schemes'), cell: ({ network }) => schemesOn(network) },
        {
          title: t('state'),
          cell: ({ status }) => <Badge state={badges[status]}>{t(status)}</Badge>,
        },
      ]}
    />
  )
}

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

function PointYourServer({ url, needsKey }: { url: string; needsKey: boolean }) {
  const t = useTranslations('facilitator.point')
  return (
    <Section id="point" title={t('title')} className="grid max-w-measure gap-4">
      <p>{t('about')}</p>
      <CodeBlock code={url} name={t('url')} />
      <CodeBlock code={usage(url, needsKey)} name={t('example')} />
      {needsKey && <p>{t('key')}</p>}
      <p>
        <Link href={`${url}/openapi.json`}>{t('openapi')}</Link>
      </p>
    </Section>
  )
}

type ShownSettlement = {
  id: string
  at: Date
  network: string
  amountAtomic: bigint
  asset: { decimals: number; symbol: string } | null
  transaction: string
}

function RecentSettlements({ settlements }: { settlements: ShownSettlement[] }) {
  const t = useTranslations('facilitator')
  return (
    <DataTable
      caption={t('settlements.title')}
      rows={settlements}
      rowKey={({ id }) => id}
      columns={[
        { title: t('settlements.when'), cell: ({ at }) => <Timestamp at={at} /> },
        { title: t('networks.network'), cell: ({ network }) => networkName(network) },
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
