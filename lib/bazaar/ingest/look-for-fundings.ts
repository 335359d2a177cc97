import type { Funding, FundingQuestion } from '@/lib/base/chains/evm/search-logs'
import { sql } from '@/lib/base/infra/database'
import { workOnRow } from '@/lib/base/infra/jobs'
import type { CatalogDeps } from '../ports'
import { inTransaction } from './catalog-sql'
import { countOut } from './count-settlements'

/**
 * Asks the chain who funded the payers of one payee, the payee with the newest first. Of payers that one wallet funded,
 * the first counts; of those that the payee funded, none.
 */
export async function lookForFundings(deps: CatalogDeps): Promise<void> {
  const { database, clock, findFundings } = deps
  const now = clock()
  if (!findFundings) return
  const due = await database.catalogFunding.findFirst({ where: { dueAt: { lte: now } }, orderBy: { dueAt: 'desc' } })
  if (!due) return
  const { network, payTo } = due
  const postpone = (dueAt: Date) =>
    database.catalogFunding.updateMany({ where: { network, payTo, dueAt: { lte: clock() } }, data: { dueAt } })
  const work = async () => {
    const question = await ask(deps, due)
    await conclude(deps, question, dependentPayers(question, await findFundings(question)))
  }
  await workOnRow(deps, { job: 'catalog fundings', row: `${network} ${payTo}` }, { work, postpone })
}

type FundedPayee = Pick<FundingQuestion, 'network' | 'payTo'>

async function ask({ database }: CatalogDeps, { network, payTo }: FundedPayee): Promise<FundingQuestion> {
  const payers = await database.rows<FundingQuestion['payers'][number]>(sql`
    SELECT due.payer, first.settled_at AS "paidAt", first.amount_atomic AS "amountAtomic"
    FROM (SELECT payer FROM catalog_fundings WHERE network = ${network} AND pay_to = ${payTo} AND transaction IS NULL
        ORDER BY due_at DESC NULLS LAST LIMIT 50) due,
      LATERAL (SELECT * FROM catalog_settlements known WHERE known.payer = due.payer AND known.pay_to = ${payTo}
        AND known.network = ${network} ORDER BY settled_at LIMIT 1) first
    ORDER BY first.settled_at, due.payer`)
  const options = await database.catalogPaymentOption.findMany({
    where: { network, payTo: { equals: payTo, mode: 'insensitive' }, asset: { not: null } },
    distinct: ['asset'],
    select: { asset: true },
    take: 2,
  })
  return { network, payTo, assets: options.flatMap(({ asset }) => asset ?? []), payers }
}

/** Payers who had their money from the payee, or from a wallet that an earlier payer had it from. */
function dependentPayers({ payTo, payers }: FundingQuestion, fundings: Funding[]): Funding[] {
  const funders = new Set([payTo])
  return payers.flatMap(({ payer }) => {
    const own = fundings.filter((funding) => funding.payer === payer)
    const dependent = own.filter(({ funder }) => funders.has(funder))
    for (const { funder } of own) funders.add(funder)
    return dependent
  })
}

async function conclude(
  { database, clock }: CatalogDeps,
  { network, payTo, payers }: FundingQuestion,
  funded: Funding[],
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const where = { network, payTo, payer: { in: payers.map(({ payer }) => payer) } }
    await tx.catalogFunding.updateMany({ where, data: { dueAt: null } })
    for (const { payer, transaction } of funded)
      await tx.catalogFunding.updateMany({ where: { network, payTo, payer }, data: { transaction } })
    if (funded.length > 0) await countOut(tx, { network, payTo, payers: funded.map(({ payer }) => payer) }, clock())
  })
}
