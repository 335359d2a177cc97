import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { isRecord } from '@/lib/base/x402/header-codec'

/**
 * A purchase of an entry by this site, as evidence: what came back is kept as a hash, never as the paid words.
 * `undelivered`: the payment was settled, and no good answer came. `unknown`: it was signed and not answered well, and
 * whether it is settled is not known yet.
 */
export type Audition = {
  state: 'delivered' | 'undelivered' | 'unknown'
  /** Why it was not delivered; null where it was. */
  problem: string | null
  /** Whether the answer has the declared content type and schema; null where nothing is declared or delivered. */
  fit: 'fits' | 'contradicts' | null
  /** Where it contradicts the declaration, in the words of the declaration. */
  misfit: string | null
  /** It was bought on terms or a schema that have changed since. */
  isOutdated: boolean
  at: Date
  network: string
  payTo: string
  amountAtomic: bigint
  microDollars: bigint
  transaction: string | null
  /** The settlement as the answer reported it. */
  receipt: Record<string, unknown> | null
  status: number | null
  mediaType: string | null
  bytes: number | null
  /** SHA-256 of the answer's body, in hex. */
  digest: string | null
  /** From the paid request to the end of its answer. */
  latencyMs: number | null
}

type Row = Omit<Audition, 'receipt' | 'amountAtomic'> & { entryId: bigint; receipt: unknown; amount: string }

/** The latest purchase of each of these entries in which a payment was signed; an entry without any is left out. */
export async function findAuditions(
  database: Database | DatabaseTransaction,
  entryIds: bigint[],
): Promise<Map<bigint, Audition>> {
  if (entryIds.length === 0) return new Map()
  const rows = await database.$queryRaw<Row[]>`
    SELECT entry.id AS "entryId", bought.state::text AS state, bought.problem, bought.fit, bought.misfit,
      bought.offer_digest IS DISTINCT FROM entry.offer_digest AS "isOutdated", bought.started_at AS at, bought.network,
      bought.pay_to AS "payTo", bought.amount_atomic::text AS amount, bought.micro_dollars AS "microDollars",
      bought.transaction, bought.receipt, bought.status, bought.media_type AS "mediaType", bought.bytes,
      bought.digest, bought.latency_ms AS "latencyMs"
    FROM catalog_entries entry, LATERAL (
      SELECT * FROM catalog_auditions WHERE entry_id = entry.id AND state IN ('delivered', 'undelivered', 'unknown')
      ORDER BY started_at DESC LIMIT 1) bought
    WHERE entry.id = ANY(${entryIds})`
  return new Map(
    rows.map(({ entryId, receipt, amount, ...row }) => [
      entryId,
      { ...row, receipt: isRecord(receipt) ? receipt : null, amountAtomic: BigInt(amount) },
    ]),
  )
}
