import type { Database } from '@/lib/base/infra/database'

/** Selects transactions that a payment of the ledger names, each as `<transaction> <payer>` in small letters. */
export async function findRecordedPayments(
  database: Database,
  network: string,
  transactions: readonly string[],
): Promise<Set<string>> {
  const rows = await database.payment.findMany({
    where: { network, transaction: { in: [...transactions] } },
    select: { transaction: true, payer: true },
  })
  return new Set(rows.map(({ transaction, payer }) => `${transaction} ${payer}`.toLowerCase()))
}
