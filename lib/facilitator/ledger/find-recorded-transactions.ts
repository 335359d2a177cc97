import type { Database } from '@/lib/base/infra/database'

/** Selects the transactions that the ledger sent or whose end it knows. */
export async function findRecordedTransactions(
  database: Database,
  network: string,
  transactions: readonly string[],
): Promise<Set<string>> {
  const rows = await database.$queryRaw<{ hash: string }[]>`
    SELECT hash FROM settlement_transactions WHERE network = ${network} AND hash = ANY (${transactions}::text[])
    UNION SELECT older FROM settlement_transactions, unnest(older_hashes) AS older
      WHERE network = ${network} AND older = ANY (${transactions}::text[])
    UNION SELECT "transaction" FROM settlements WHERE network = ${network} AND "transaction" = ANY (${transactions}::text[])`
  return new Set(rows.map(({ hash }) => hash))
}
