import { type Database, quick } from '@/lib/base/infra/database'

/** A settled payment with the note that the catalog gave when it was sent. Addresses in the ledger's spelling. */
export type NotedSettlement = {
  key: string
  network: string
  scheme: string
  asset: string
  payer: string
  payTo: string
  amountAtomic: bigint
  settledAt: Date
  note: unknown
}

/** Settled payments whose note the catalog has not processed yet, the first decided first. */
export const listNoted = (database: Database, limit: number): Promise<NotedSettlement[]> =>
  database.$queryRaw<NotedSettlement[]>`
    SELECT key, network, scheme, asset, payer, pay_to AS "payTo",
      coalesce(settle_amount_atomic, amount_atomic) AS "amountAtomic", decided_at AS "settledAt", catalog_note AS note
    FROM settlements WHERE state = 'settled' AND catalog_note IS NOT NULL
    ORDER BY decided_at LIMIT ${limit}`

/** Deletes notes that the catalog has processed. It recognises one that a database crash brings back by its key. */
export async function dropNotes(database: Database, keys: string[]): Promise<void> {
  await database.$executeRaw`
    WITH ${quick}, held AS (
      SELECT key FROM quick, settlements WHERE key = ANY (${keys}) ORDER BY key FOR NO KEY UPDATE OF settlements)
    UPDATE settlements SET catalog_note = NULL FROM held WHERE settlements.key = held.key`
}
