import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from './audited'
import type { SoakWorld } from './soak-world'
import type { WebhookReceiver } from './webhook-receiver'

/** For a sweep, and to send deliveries that are due by then. */
const SENDING_MS = 60_000

type Sale = { id: string; amount: string | null; delivery: unknown }

/** Every settled sale of the shop was reported, with its amount, and nothing else was reported as settled. */
export async function auditWebhooks({ database }: SoakWorld, receiver: WebhookReceiver) {
  receiver.acceptAll()
  await untilTold({ database })
  const sales = await database.$queryRaw<Sale[]>`
    SELECT p.id::text, p.settled_atomic::text AS amount, to_jsonb(d) - 'body' AS delivery
    FROM payments p LEFT JOIN webhook_deliveries d ON d.event_id = p.id::text || ' settled'
    WHERE p.route_key LIKE 'GET /x/soak/%' AND p.status = 'settled'`
  const told = new Map(
    [...receiver.events.values()]
      .filter(({ payment }) => payment.status === 'settled')
      .map(({ payment }) => [payment.paymentId, payment.amountAtomic]),
  )
  const findings: Finding[] = receiver.faults.map((detail) => ({ kind: 'webhook', detail }))
  for (const { id, amount, delivery } of sales) {
    if (!told.has(id)) findings.push({ kind: 'sale that no webhook told', detail: `${id} ${JSON.stringify(delivery)}` })
    else if (told.get(id) !== amount)
      findings.push({ kind: 'webhook with another amount', detail: `${id} ${told.get(id)}` })
    told.delete(id)
  }
  for (const id of told.keys()) findings.push({ kind: 'webhook of no sale', detail: id })
  return { findings, sales: sales.length }
}

/**
 * The receiver refuses nothing any more, so the next attempt of each delivery is its last: the database tells in how
 * many seconds, also for those that a killed instance had under way.
 */
async function untilTold({ database }: Pick<SoakWorld, 'database'>): Promise<void> {
  let deadline: number | null = null
  for (;;) {
    const [row] = await database.$queryRaw<{ open: bigint; nextMs: number }[]>`
      SELECT count(*) + (SELECT count(*) FROM payments p WHERE p.route_key LIKE 'GET /x/soak/%' AND p.status = 'settled'
          AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = p.id::text || ' settled')) AS open,
        coalesce(extract(epoch FROM max(next_attempt_at) - now()), 0)::float8 * 1000 AS "nextMs"
      FROM webhook_deliveries WHERE state = 'waiting'`
    deadline ??= performance.now() + Math.max(row?.nextMs ?? 0, 0) + SENDING_MS
    if (row?.open === 0n || performance.now() > deadline) return
    await sleep(1_000)
  }
}
