import { randomUUID } from 'node:crypto'
import { type Database, sql } from '@/lib/base/infra/database'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

type PastPayment = {
  routeKey: string
  status: string
  settled?: number | null
  reason?: string | null | undefined
  network?: string
  asset?: string
  payer?: string
  payTo?: string
  at?: Date
}

/** Writes a payment of ten units into the ledger that nobody has made. */
export async function insertPayment(database: Database, past: PastPayment): Promise<string> {
  const { routeKey, status, settled = null, reason = null, at = new Date() } = past
  const { network = BASE_SEPOLIA, asset = '0xasset', payer = '0xA', payTo = '0xto' } = past
  const id = randomUUID()
  await database.execute(sql`
    INSERT INTO payments (id, authorization_key, route_key, resource_uri, network, scheme, asset, payer, payer_identity,
      pay_to, authorized_atomic, settled_atomic, status, reason, request_fingerprint, payload, requirements, claimed_at,
      settled_at, ended_at)
    VALUES (${id}::uuid, ${id}, ${routeKey}, 'http://a.example/x', ${network}, 'exact', ${asset}, ${payer},
      ${payer.toLowerCase()}, ${payTo}, 10, ${settled}, ${status}, ${reason}, 'f', '{}', '{}', ${at},
      ${settled === null ? null : at}, ${at})`)
  return id
}
