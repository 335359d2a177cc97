import { useTranslations } from 'next-intl'
import { gasInWords } from '@/lib/base/x402/gas-in-words'
import { networkName } from '@/lib/base/x402/networks'
import { Badge, type BadgeState } from '@/lib/site/ui/badge'
import { CopyId } from '@/lib/site/ui/copy-id'
import { DataTable } from '@/lib/site/ui/data-table'
import { Notice } from '@/lib/site/ui/notice'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import type { OperatorView } from '../_server/operator'

export function OperatorTables({ view: { networks, queue, unknown, instances, imports } }: { view: OperatorView }) {
  return (
    <>
      <NetworkTables networks={networks} />
      <QueueTables queue={queue} unknown={unknown} />
      <ProcessTables instances={instances} imports={imports} />
    </>
  )
}

function NetworkTables({ networks }: Pick<OperatorView, 'networks'>) {
  const t = useTranslations('operator')
  const inDigits = useLocalDigits()
  const wallets = networks.flatMap(({ network, wallets }) => wallets.map((wallet) => ({ network, ...wallet })))
  if (networks.length === 0) return <p>{t('tables.noNetworks')}</p>
  return (
    <>
      <DataTable
        caption={t('tables.networks')}
        rows={networks}
        rowKey={({ network }) => network}
        columns={[
          { title: t('tables.network'), cell: ({ network }) => networkName(network) },
          {
            title: t('tables.state'),
            cell: ({ status }) => <Badge state={health[status]}>{t(`health.${status}`)}</Badge>,
          },
          { title: t('tables.gasToday'), isNumeric: true, cell: (network) => <GasToday {...network} /> },
          { title: t('tables.openTransactions'), isNumeric: true, cell: ({ openTransactions }) => openTransactions },
        ]}
      />
      {wallets.length > 0 && (
        <DataTable
          caption={t('tables.gasWallets')}
          rows={wallets}
          rowKey={({ network, address }) => `${network} ${address}`}
          columns={[
            { title: t('tables.network'), cell: ({ network }) => networkName(network) },
            {
              title: t('tables.wallet'),
              cell: ({ address }) => <CopyId value={address} name={t('tables.gasWalletName')} />,
            },
            {
              title: t('tables.holds'),
              isNumeric: true,
              cell: ({ network, balance }) => inDigits(gasInWords(network, balance)),
            },
            {
              title: t('tables.state'),
              cell: ({ isDry, isSigning }) => (
                <Badge state={isDry || !isSigning ? 'refused' : 'settled'}>
                  {t(isSigning ? (isDry ? 'tables.dry' : 'tables.inUse') : 'tables.unsigned')}
                </Badge>
              ),
            },
          ]}
        />
      )}
    </>
  )
}

function GasToday({ network, gas }: OperatorView['networks'][number]) {
  const t = useTranslations('operator')
  const inDigits = useLocalDigits()
  if (!gas) return null
  const spent = inDigits(gasInWords(network, gas.spentToday))
  return gas.budget === null
    ? spent
    : t('tables.ofBudget', { spent, budget: inDigits(gasInWords(network, gas.budget)) })
}

function QueueTables({ queue, unknown }: Pick<OperatorView, 'queue' | 'unknown'>) {
  const t = useTranslations('operator')
  return (
    <>
      <DataTable
        caption={t('tables.queue')}
        rows={queue}
        rowKey={({ ledger, state }) => `${ledger} ${state}`}
        columns={[
          { title: t('tables.ledger'), cell: ({ ledger }) => t(`tables.${ledger}`) },
          { title: t('tables.state'), cell: ({ state }) => state },
          { title: t('tables.rows'), isNumeric: true, cell: ({ count }) => count },
          { title: t('tables.oldest'), cell: ({ oldestAt }) => oldestAt && <Timestamp at={oldestAt} /> },
        ]}
        empty={<p>{t('tables.queueEmpty')}</p>}
      />
      {unknown.length > 0 && (
        <>
          <Notice tone="waiting" title={t('tables.inDoubt.title')}>
            <p>{t('tables.inDoubt.about')}</p>
          </Notice>
          <DataTable
            caption={t('tables.unknown')}
            rows={unknown}
            rowKey={({ paymentId }) => paymentId}
            columns={[
              {
                title: t('tables.payment'),
                cell: ({ paymentId }) => <CopyId value={paymentId} name={t('tables.paymentName')} />,
              },
              { title: t('tables.network'), cell: ({ network }) => networkName(network) },
              { title: t('tables.whatFor'), cell: ({ resourceUri }) => <span className="figures">{resourceUri}</span> },
              { title: t('tables.since'), cell: ({ since }) => since && <Timestamp at={since} /> },
              { title: t('tables.reason'), cell: ({ reason }) => reason ?? '' },
            ]}
          />
        </>
      )}
    </>
  )
}

function ProcessTables({ instances, imports }: Pick<OperatorView, 'instances' | 'imports'>) {
  const t = useTranslations('operator')
  return (
    <>
      <DataTable
        caption={t('tables.instances')}
        rows={instances}
        rowKey={({ id }) => id}
        columns={[
          { title: t('tables.instance'), cell: ({ id }) => <CopyId value={id} name={t('tables.instanceName')} /> },
          { title: t('tables.lastSeen'), cell: ({ seenAt }) => <Timestamp at={seenAt} /> },
          {
            title: t('tables.state'),
            cell: ({ isAlive }) => (
              <Badge state={isAlive ? 'settled' : 'refused'}>{t(isAlive ? 'tables.alive' : 'tables.silent')}</Badge>
            ),
          },
        ]}
      />
      {imports.length > 0 && (
        <DataTable
          caption={t('tables.imports')}
          rows={imports}
          rowKey={({ sourceUrl }) => sourceUrl}
          columns={[
            { title: t('tables.from'), cell: ({ sourceUrl }) => <span className="figures">{sourceUrl}</span> },
            {
              title: t('tables.state'),
              cell: ({ state, problem }) => (problem ? t('tables.withProblem', { state, problem }) : state),
            },
            { title: t('tables.listed'), isNumeric: true, cell: ({ listed }) => listed },
            { title: t('tables.refused'), isNumeric: true, cell: ({ refused }) => refused },
          ]}
        />
      )}
    </>
  )
}

type NetworkStatus = OperatorView['networks'][number]['status']

const health: Record<NetworkStatus, BadgeState> = {
  ok: 'settled',
  degraded: 'waiting',
  behind: 'refused',
  unreachable: 'refused',
}
