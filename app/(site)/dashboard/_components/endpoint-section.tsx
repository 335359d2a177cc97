import { Badge } from '@/lib/ui/badge'
import { CodeBlock } from '@/lib/ui/code-block'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { Timestamp } from '@/lib/ui/timestamp'
import { type DeliveryView, type EndpointView, readDeliveries } from '../_server/seller-reads'
import { WebhookButton } from './webhook-button'

/** One webhook with its last deliveries, each with request and response. */
export async function EndpointSection({ endpoint }: { endpoint: EndpointView }) {
  const deliveries = await readDeliveries(endpoint.endpointId)
  return (
    <section aria-label={endpoint.url} className="grid gap-4 border-t border-rule pt-6">
      <h2 className="figures text-reading font-strong">{endpoint.url}</h2>
      <p className="text-small text-quiet">{endpoint.events.join(', ')}</p>
      {deliveries.length > 0 ? (
        <DataTable caption="Deliveries" columns={columns} rows={deliveries} rowKey={({ deliveryId }) => deliveryId} />
      ) : (
        <p>Nothing was sent yet.</p>
      )}
      <p>
        <WebhookButton
          does="remove"
          id={endpoint.endpointId}
          label="Remove this webhook"
          question={`Remove ${endpoint.url}? It is told nothing more, and its deliveries are forgotten.`}
        />
      </p>
    </section>
  )
}

const badges = {
  waiting: { state: 'waiting', label: 'Waiting' },
  delivered: { state: 'settled', label: 'Delivered' },
  failed: { state: 'refused', label: 'Failed' },
} as const

const columns: Column<DeliveryView>[] = [
  { title: 'Event', cell: ({ eventType }) => eventType },
  { title: 'Time', cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  { title: 'State', cell: ({ state }) => <Badge state={badges[state].state}>{badges[state].label}</Badge> },
  { title: 'Request', cell: ({ body }) => <Sent body={body} /> },
  {
    title: 'Answer',
    cell: ({ attempts }) => answersInWords(attempts),
  },
  { title: 'Again', cell: ({ deliveryId }) => <WebhookButton does="resend" id={deliveryId} label="Send again" /> },
]

/** The last answer, and how many tries there were. */
function answersInWords(attempts: DeliveryView['attempts']): string {
  const last = attempts.at(-1)
  if (!last) return 'None yet'
  const answer = String(last.responseStatus ?? last.fault)
  return attempts.length === 1 ? answer : `${answer}, after ${attempts.length} tries`
}

function Sent({ body }: { body: string }) {
  return (
    <details>
      <summary className="-my-2.5 min-h-11 cursor-pointer py-3">Show</summary>
      <CodeBlock code={body} name="request body" />
    </details>
  )
}
