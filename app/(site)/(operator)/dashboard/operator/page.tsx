import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Notice } from '@/lib/ui/notice'
import { Timestamp } from '@/lib/ui/timestamp'
import { networkName } from '@/lib/x402/networks'
import { FollowLive } from '../../../dashboard/_components/follow-live'
import { Figures } from './_components/figures'
import { OperatorTables } from './_components/operator-tables'
import { SetupList } from './_components/setup-list'
import { readOperatorView } from './_server/operator'
import { readOwnSetup } from './_server/setup'

export const metadata: Metadata = { title: 'Operator', robots: { index: false } }

/** The state of this installation; only its operators find this page. */
export default async function OperatorPage() {
  const view = await readOperatorView()
  if (!view) notFound()
  const setup = await readOwnSetup()
  const { at, instances, queue, crawler, webhooks, openMainnets, reorged } = view
  return (
    <div className="grid gap-10">
      <header className="grid gap-2">
        <h1 className="font-serif text-display font-strong">Operator</h1>
        <p className="text-quiet">
          As of <Timestamp at={at} />
        </p>
        <FollowLive />
      </header>
      {setup && <SetupList steps={setup} />}
      {openMainnets.length > 0 && (
        <Notice tone="waiting" title="The facilitator is open on networks of real money">
          <p>
            Anybody may have payments settled on {openMainnets.map(networkName).join(', ')} at the cost of this site.
            Set FACILITATOR_ACCESS=keys unless you mean it.
          </p>
        </Notice>
      )}
      {reorged.open + reorged.settledAgain + reorged.lost > 0 && (
        <Notice tone="refused" title="A chain took settled payments back">
          <p>
            In the last thirty days {reorged.settledAgain} were settled again, {reorged.open} are being settled again,
            and {reorged.lost} are lost: what they paid for was delivered, and their sellers see them as refused. Ask
            for more confirmations on that network.
          </p>
        </Notice>
      )}
      <Figures
        title="Now"
        figures={[
          ['Instances alive', instances.filter(({ isAlive }) => isAlive).length],
          [
            'Outcomes unknown',
            queue.filter(({ state }) => state === 'unknown').reduce((sum, row) => sum + row.count, 0),
          ],
          ['Webhooks waiting', webhooks.waiting],
          ['Webhooks overdue', webhooks.overdue],
          ['Webhooks given up', webhooks.failed],
          ['Probes due', crawler.due],
          ['Probes in the last hour', crawler.probesLastHour],
          ['of which failed', crawler.failedLastHour],
          ['Listings waiting', crawler.waitingListings],
        ]}
      />
      <OperatorTables view={view} />
    </div>
  )
}
