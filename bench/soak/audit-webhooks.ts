import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from './audit'
import type { SoakWorld } from './soak-world'
import type { WebhookReceiver } from './webhook-receiver'

const PATIENCE_MS = 180_000

type Sale = { id: string; amount: string | null }

/** Every settled sale of the shop was told, with its amount, and nothing else was told as settled. */
export async function auditWebhooks({ database }: SoakWorld, receiver: WebhookReceiver) {
  await untilTold({ database })
  const sales = await database.$queryRaw<Sale[]>`
    SELECT id::text, settled_atomic::text AS amount FROM payments
    WHERE route_key LIKE 'GET /x/soak/%' AND status = 'settled'`
  const told = new Map(
    [...receiver.events.values()]
      .filter(({ payment }) => payment.status === 'settled')
      .map(({ payment }) => [payment.paymentId, payment.amountAtomic]),
  )
  const findings: Finding[] = receiver.faults.map((detail) => ({ kind: 'webhook', detail }))
  for (const { id, amount } of sales) {
    if (!told.has(id)) findings.push({ kind: 'sale that no webhook told', detail: id })
    else if (told.get(id) !== amount)
      findings.push({ kind: 'webhook with another amount', detail: `${id} ${told.get(id)}` })
    told.delete(id)
  }
  for (const id of told.keys()) findings.push({ kind: 'webhook of no sale', detail: id })
  return { findings, sales: sales.length }
}

/** Deliveries that failed at first are tried again after 10 and 30 seconds. */
async function untilTold({ database }: Pick<SoakWorld, 'database'>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const [row] = await database.$queryRaw<{ open: bigint }[]>`
      SELECT (SELECT count(*) FROM webhook_deliveries WHERE state = 'waiting')
        + (SELECT count(*) FROM payments p WHERE p.route_key LIKE 'GET /x/soak/%' AND p.status = 'settled'
            AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = p.id::text || ' settled')) AS open`
    if (row?.open === 0n) return
    await sleep(1_000)
  }
}
