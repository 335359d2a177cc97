import { workOnRow } from '@/lib/base/infra/work-on-row'
import type { CatalogDeps, FundingQuestion } from '../ports'
import { countOut } from './count-settlements'
import { inTransaction } from './in-transaction'

const AT_ONCE = 50

type Due = { network: string; payTo: string }

/**
 * Asks the chain whether new payers of one payee had their money from it, the payee with the newest ones first, and
 * counts their payments out if so. Each payer is asked about once.
 */
export async function lookForFundings(deps: CatalogDeps): Promise<void> {
  const { database, clock, findFunding } = deps
  const now = clock()
  if (!findFunding) return
  const due = await database.catalogFunding.findFirst({ where: { dueAt: { lte: now } }, orderBy: { dueAt: 'desc' } })
  if (!due) return
  const { network, payTo } = due
  const postpone = (dueAt: Date) =>
    database.catalogFunding.updateMany({ where: { network, payTo, dueAt: { lte: clock() } }, data: { dueAt } })
  const work = async () => {
    const question = await ask(deps, due, now)
    await conclude(deps, question, await findFunding(question))
  }
  await workOnRow(deps, { job: 'catalog fundings', row: `${network} ${payTo}` }, { work, postpone })
}

async function ask({ database }: CatalogDeps, { network, payTo }: Due, now: Date): Promise<FundingQuestion> {
  const payers = await database.$queryRaw<FundingQuestion['payers']>`
    SELECT due.payer, first.settled_at AS "paidAt", first.amount_atomic AS "amountAtomic"
    FROM (SELECT payer FROM catalog_fundings WHERE network = ${network} AND pay_to = ${payTo} AND due_at <= ${now} LIMIT ${AT_ONCE}) due,
      LATERAL (SELECT * FROM catalog_settlements known WHERE known.payer = due.payer AND known.pay_to = ${payTo}
        AND known.network = ${network} ORDER BY settled_at LIMIT 1) first`
  const options = await database.catalogPaymentOption.findMany({
    where: { network, payTo: { equals: payTo, mode: 'insensitive' }, asset: { not: null } },
    distinct: ['asset'],
    select: { asset: true },
    take: 2,
  })
  return {
    ...{ network, payTo },
    assets: options.flatMap(({ asset }) => asset ?? []),
    payers,
  }
}

async function conclude(
  { database, clock }: CatalogDeps,
  { network, payTo, payers }: FundingQuestion,
  funded: { payer: string; transaction: string }[],
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const where = { network, payTo, payer: { in: payers.map(({ payer }) => payer) } }
    await tx.catalogFunding.updateMany({ where, data: { dueAt: null } })
    for (const { payer, transaction } of funded)
      await tx.catalogFunding.updateMany({ where: { network, payTo, payer }, data: { transaction } })
    if (funded.length > 0) await countOut(tx, { network, payTo, payers: funded.map(({ payer }) => payer) }, clock())
  })
}
