import { Badge, type BadgeState } from '@/lib/ui/badge'
import { CopyId } from '@/lib/ui/copy-id'
import { DataTable } from '@/lib/ui/data-table'
import { Notice } from '@/lib/ui/notice'
import { Timestamp } from '@/lib/ui/timestamp'
import { gasInWords } from '@/lib/x402/gas-in-words'
import { networkName } from '@/lib/x402/networks'
import type { OperatorView } from '../_server/operator'

/** Networks, gas, queue, instances and imports, one table each. */
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
  const wallets = networks.flatMap(({ network, wallets }) => wallets.map((wallet) => ({ network, ...wallet })))
  if (networks.length === 0) return <p>This server has no networks of its own to settle on.</p>
  return (
    <>
      <DataTable
        caption="Networks"
        rows={networks}
        rowKey={({ network }) => network}
        columns={[
          { title: 'Network', cell: ({ network }) => networkName(network) },
          { title: 'State', cell: ({ status }) => <Badge state={health[status].badge}>{health[status].label}</Badge> },
          { title: 'Open transactions', isNumeric: true, cell: ({ openTransactions }) => openTransactions },
        ]}
      />
      {wallets.length > 0 && (
        <DataTable
          caption="Gas wallets"
          rows={wallets}
          rowKey={({ network, address }) => `${network} ${address}`}
          columns={[
            { title: 'Network', cell: ({ network }) => networkName(network) },
            { title: 'Wallet', cell: ({ address }) => <CopyId value={address} name="gas wallet" /> },
            { title: 'Holds', isNumeric: true, cell: ({ network, balance }) => gasInWords(network, balance) },
            {
              title: 'State',
              cell: ({ isDry }) => <Badge state={isDry ? 'refused' : 'settled'}>{isDry ? 'Dry' : 'In use'}</Badge>,
            },
          ]}
        />
      )}
    </>
  )
}

function QueueTables({ queue, unknown }: Pick<OperatorView, 'queue' | 'unknown'>) {
  return (
    <>
      {queue.length > 0 ? (
        <DataTable
          caption="Settlement queue"
          rows={queue}
          rowKey={({ ledger, state }) => `${ledger} ${state}`}
          columns={[
            { title: 'Ledger', cell: ({ ledger }) => (ledger === 'gate' ? 'Gate' : 'Facilitator') },
            { title: 'State', cell: ({ state }) => state },
            { title: 'Rows', isNumeric: true, cell: ({ count }) => count },
            { title: 'Oldest', cell: ({ oldestAt }) => oldestAt && <Timestamp at={oldestAt} /> },
          ]}
        />
      ) : (
        <p>The settlement queue is empty.</p>
      )}
      {unknown.length > 0 && (
        <>
          <Notice tone="waiting" title="Some outcomes are not known">
            <p>The reconciler decides them from the chain. A row that stays for long points at an RPC node.</p>
          </Notice>
          <DataTable
            caption="Unknown payments"
            rows={unknown}
            rowKey={({ paymentId }) => paymentId}
            columns={[
              { title: 'Payment', cell: ({ paymentId }) => <CopyId value={paymentId} name="payment id" /> },
              { title: 'Network', cell: ({ network }) => networkName(network) },
              { title: 'What for', cell: ({ resourceUri }) => <span className="figures">{resourceUri}</span> },
              { title: 'Since', cell: ({ since }) => since && <Timestamp at={since} /> },
              { title: 'Reason', cell: ({ reason }) => reason ?? '' },
            ]}
          />
        </>
      )}
    </>
  )
}

function ProcessTables({ instances, imports }: Pick<OperatorView, 'instances' | 'imports'>) {
  return (
    <>
      <DataTable
        caption="Instances"
        rows={instances}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Instance', cell: ({ id }) => <CopyId value={id} name="instance" /> },
          { title: 'Last seen', cell: ({ seenAt }) => <Timestamp at={seenAt} /> },
          {
            title: 'State',
            cell: ({ isAlive }) => (
              <Badge state={isAlive ? 'settled' : 'refused'}>{isAlive ? 'Alive' : 'Silent'}</Badge>
            ),
          },
        ]}
      />
      {imports.length > 0 && (
        <DataTable
          caption="Imports"
          rows={imports}
          rowKey={({ sourceUrl }) => sourceUrl}
          columns={[
            { title: 'From', cell: ({ sourceUrl }) => <span className="figures">{sourceUrl}</span> },
            { title: 'State', cell: ({ state, problem }) => (problem ? `${state}: ${problem}` : state) },
            { title: 'Listed', isNumeric: true, cell: ({ listed }) => listed },
            { title: 'Refused', isNumeric: true, cell: ({ refused }) => refused },
          ]}
        />
      )}
    </>
  )
}

type NetworkStatus = OperatorView['networks'][number]['status']

const health: Record<NetworkStatus, { badge: BadgeState; label: string }> = {
  ok: { badge: 'settled', label: 'Settling' },
  degraded: { badge: 'waiting', label: 'Low on gas' },
  behind: { badge: 'refused', label: 'Chain was reset' },
  unreachable: { badge: 'refused', label: 'Out of reach' },
}
