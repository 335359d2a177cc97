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

/** Everyone that the ledger has ever paid, by network. Reads the whole ledger: only for commands run by hand. */
export const listPayees = (database: Database): Promise<{ network: string; address: string }[]> =>
  database.$queryRaw`SELECT DISTINCT network, pay_to AS address FROM payments`
