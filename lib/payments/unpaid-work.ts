import { type Database, Prisma } from '@/lib/base/infra/database'
import { ownFaults } from '@/lib/base/x402/reasons'
import type { PaymentRequirements } from '@/lib/base/x402/wire'

/** After so many refusals of produced content within the minutes below, a payer pays before anything is produced. */
export const MAXIMUM_UNPAID_WORK = 3
const UNPAID_WORK_MINUTES = 10

/** SQL: how often content was produced for that payer lately and not paid for, by no fault of ours. */
export const unpaidWorkOf = (payerIdentity: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT count(*)::int FROM payments
    WHERE payer_identity = ${payerIdentity} AND status = 'refused' AND produced_at IS NOT NULL
      AND ended_at > now() - ${unpaidWorkTime} AND NOT coalesce(reason = ANY (${ourOwn}), false))`

const ourOwn = Prisma.raw(`'{${ownFaults.join()}}'::text[]`)
const unpaidWorkTime = Prisma.raw(`interval '${UNPAID_WORK_MINUTES} minutes'`)

export async function hasUnpaidWork(database: Database, payerIdentity: string): Promise<boolean> {
  const [row] = await database.$queryRaw<[{ count: number }]>`
    SELECT ${unpaidWorkOf(Prisma.sql`${payerIdentity}`)} AS count`
  return row.count >= MAXIMUM_UNPAID_WORK
}

/** Work for a payment that is in no ledger, as its deposit or its charge came to nothing. */
export type UnpaidWork = {
  id: string
  routeKey: string
  resourceUri: string
  requestFingerprint: string
  payer: string
  payerIdentity: string
  requirements: PaymentRequirements
  reason: string
}

export async function recordUnpaidWork(database: Database, work: UnpaidWork): Promise<void> {
  const { id, requirements } = work
  await database.$executeRaw`
    INSERT INTO payments (id, authorization_key, route_key, resource_uri, network, scheme, asset, payer, payer_identity,
      pay_to, authorized_atomic, status, reason, request_fingerprint, payload, requirements, claimed_at, produced_at,
      ended_at, handler_runs)
    VALUES (${id}::uuid, ${`unpaid:${id}`}, ${work.routeKey}, ${work.resourceUri}, ${requirements.network},
      ${requirements.scheme}, ${requirements.asset}, ${work.payer}, ${work.payerIdentity}, ${requirements.payTo},
      ${requirements.amount}::numeric, 'refused', ${work.reason}, ${work.requestFingerprint}, '{}',
      ${JSON.stringify(requirements)}::jsonb, now(), now(), now(), 1)`
}
