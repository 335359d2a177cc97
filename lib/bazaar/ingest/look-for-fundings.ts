import { workOnRow } from '@/lib/base/infra/work-on-row'
import type { CatalogDeps, Funding, FundingQuestion } from '../ports'
import { countOut } from './count-settlements'
import { inTransaction } from './in-transaction'

const AT_ONCE = 50

type Due = { network: string; payTo: string }

/**
 * Asks the chain where payers of one payee had their money from, the payee with the newest ones first, and counts the
 * payments of those out who had it from the payee, or from the same wallet as an earlier payer.
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
    const question = await ask(deps, due, now)
    await conclude(deps, question, dependentPayers(question, await findFundings(question)))
  }
  await workOnRow(deps, { job: 'catalog fundings', row: `${network} ${payTo}` }, { work, postpone })
}

async function ask({ database }: CatalogDeps, { network, payTo }: Due, now: Date): Promise<FundingQuestion> {
  const payers = await database.$queryRaw<FundingQuestion['payers']>`
    SELECT due.payer, first.settled_at AS "paidAt", first.amount_atomic AS "amountAtomic"
    FROM (SELECT payer FROM catalog_fundings WHERE network = ${network} AND pay_to = ${payTo} AND transaction IS NULL
        AND (due_at <= ${now} OR due_at IS NULL) ORDER BY due_at DESC NULLS LAST LIMIT ${AT_ONCE}) due,
      LATERAL (SELECT * FROM catalog_settlements known WHERE known.payer = due.payer AND known.pay_to = ${payTo}
        AND known.network = ${network} ORDER BY settled_at LIMIT 1) first
    ORDER BY first.settled_at, due.payer`
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

/** The payee's own wallets; of those that another wallet gave their money, all but the first. */
function dependentPayers({ payTo, payers }: FundingQuestion, fundings: Funding[]): Funding[] {
  const firstOf = new Map<string, string>()
  return payers.flatMap(({ payer }) =>
    fundings.filter((funding) => {
      if (funding.payer !== payer || funding.funder === payTo) return funding.payer === payer
      const first = firstOf.get(funding.funder) ?? payer
      firstOf.set(funding.funder, first)
      return first !== payer
    }),
  )
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
