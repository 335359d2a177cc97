import type { Refusal } from '@/lib/base/chains/settlement/settlement-chain'
import { type Database, prepared, quick } from '@/lib/base/infra/database'

/** Instances listen on it for their names. A message only wakes; what is true is read from the tables. */
export const SETTLEMENT_WORK = 'settlement_work'

type Place = { network: string; wallet: string }

/** Why nothing is sent for a settlement: it is refused, or (null) no longer the author's to settle. */
type HandoverAnswer = { refusal: Refusal | null }

/**
 * Leaves settlements to the instance that sends for the wallet now, and wakes it. Null when only the author or nobody
 * does: then nothing was written. The times of senders are the database's own.
 */
export async function handOver(
  database: Database,
  { network, wallet, author, works }: Place & { author: string; works: { id: string; work: object }[] },
): Promise<{ sender: string } | null> {
  const [row] = await database.$queryRaw<{ sender: string }[]>`${prepared}
    WITH sender AS (
      SELECT sent_by FROM gas_wallets
      WHERE network = ${network} AND address = ${wallet} AND sent_by <> ${author}::uuid AND sent_until > now()
    ), handed AS (
      INSERT INTO settlement_handovers (id, network, wallet, author, sender, work)
      SELECT i.id, ${network}, ${wallet}, ${author}::uuid, sender.sent_by, i.work
      FROM sender, jsonb_to_recordset(${JSON.stringify(works)}::jsonb) AS i(id uuid, work jsonb)
    )
    SELECT sent_by::text AS sender, pg_notify(${SETTLEMENT_WORK}, sent_by::text)::text FROM sender`
  return row ?? null
}

export type Handover = { id: string; wallet: string; author: string; work: unknown }

/** Settlements that others have left to this sender of late, except the `known`: a dead author's are nobody's. */
export const listHandedTo = (
  database: Database,
  { network, sender, known }: { network: string; sender: string; known: string[] },
): Promise<Handover[]> => database.$queryRaw<Handover[]>`${prepared}
  SELECT id::text, wallet, author::text, work FROM settlement_handovers
  WHERE sender = ${sender}::uuid AND network = ${network} AND answer IS NULL AND NOT id = ANY (${known}::uuid[])
    AND created_at > now() - interval '10 seconds'
  ORDER BY created_at, id LIMIT 500`

export async function answerHandover(database: Database, id: string, answer: HandoverAnswer): Promise<void> {
  await database.$executeRaw`
    UPDATE settlement_handovers SET answer = ${JSON.stringify(answer)}::jsonb WHERE id = ${id}::uuid`
}

/** Takes handed over settlements back; those that are not among the answers are no longer there, or were stored. */
export async function takeBack(database: Database, ids: string[]): Promise<Set<string>> {
  const rows = await database.$queryRaw<{ id: string }[]>`${prepared}
    WITH mine AS (SELECT id FROM settlement_handovers WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE)
    DELETE FROM settlement_handovers AS h USING mine WHERE h.id = mine.id RETURNING h.id::text`
  return new Set(rows.map(({ id }) => id))
}

type AskedHandover = Place & { id: string; key: string; sender: string }

/** The settlement's row beside its handover, both of one moment. */
export type HandoverState = {
  id: string
  /** The handover is there, so nothing is stored for it. */
  isThere: boolean
  answer: HandoverAnswer | null
  /** Its sender still sends for the wallet. */
  isSending: boolean
  state: string | null
  claimToken: string | null
  transactionId: string | null
  /** The newest version of its stored transaction. */
  hash: string | null
  transaction: string | null
  height: bigint | null
  reason: string | null
  settleAmountAtomic: string | null
}

export const readHandovers = (database: Database, asked: AskedHandover[]): Promise<HandoverState[]> =>
  database.$queryRaw<HandoverState[]>`${prepared}
  SELECT a.id::text, h.id IS NOT NULL AS "isThere", h.answer,
    (g.sent_by = a.sender AND g.sent_until > now()) IS TRUE AS "isSending",
    s.state, s.claim_token::text AS "claimToken", s.transaction_id::text AS "transactionId", t.hash,
    s.transaction, s.height, s.reason, s.settle_amount_atomic::text AS "settleAmountAtomic"
  FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS a(id uuid, key text, network text, wallet text, sender uuid)
  LEFT JOIN settlement_handovers AS h ON h.id = a.id
  LEFT JOIN settlements AS s ON s.key = a.key
  LEFT JOIN settlement_transactions AS t ON t.id = s.transaction_id
  LEFT JOIN gas_wallets AS g ON g.network = a.network AND g.address = a.wallet`

type Sender = { network: string; sender: string }

/** Sends on for that long; false where another instance does by now. Does not wait for the disk. */
export async function extendSending(
  database: Database,
  { network, sender, leaseMs }: Sender & { leaseMs: number },
): Promise<boolean> {
  const moved = await database.$executeRaw`${prepared}
    WITH ${quick} UPDATE gas_wallets SET sent_until = now() + ${leaseMs} * interval '1 millisecond'
    FROM quick WHERE network = ${network} AND sent_by = ${sender}::uuid AND sent_until > now()`
  return moved > 0
}

/** Lets another instance send for the wallet from now on. */
export async function endSending(database: Database, { network, wallet, sender }: Sender & Place): Promise<void> {
  await database.$executeRaw`
    WITH ${quick} UPDATE gas_wallets SET sent_until = now()
    FROM quick WHERE network = ${network} AND address = ${wallet} AND sent_by = ${sender}::uuid`
}

/** Tells instances that something has changed for them. */
export async function wake(database: Database, instances: string[]): Promise<void> {
  await database.$executeRaw`${prepared}
    SELECT pg_notify(${SETTLEMENT_WORK}, instance) FROM unnest(${[...new Set(instances)]}::text[]) AS instance`
}
