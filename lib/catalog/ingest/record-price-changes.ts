import type { DatabaseTransaction } from '@/lib/infra/database'
import type { OptionDraft } from '../entry/draft'

type Terms = { network: string; scheme: string; asset: string | null; amount: string | null; payTo: string | null }

/**
 * Keeps the history of what entries cost and whom they pay: a row when they are new and whenever terms change.
 * Returns the entries whose terms changed. Call it before their options are replaced.
 */
export async function recordPriceChanges(
  tx: DatabaseTransaction,
  entries: { entryId: bigint; options: OptionDraft[]; isNew: boolean }[],
  now: Date,
): Promise<Set<bigint>> {
  const known = entries.filter(({ isNew }) => !isNew).map(({ entryId }) => entryId)
  const before =
    known.length === 0
      ? []
      : await tx.catalogPaymentOption.findMany({ where: { entryId: { in: known } }, orderBy: { position: 'asc' } })
  const changes: { entryId: bigint; kind: string; terms: Terms[] }[] = []
  for (const { entryId, options, isNew } of entries) {
    const terms = options.map((option) => ({ ...pickTerms(option), amount: option.amountAtomic?.toString() ?? null }))
    if (isNew) {
      changes.push({ entryId, kind: 'first', terms })
      continue
    }
    const old = before
      .filter((option) => option.entryId === entryId)
      .map((option) => ({ ...pickTerms(option), amount: option.amountAtomic?.toFixed() ?? null }))
    const kind = changeKind(old, terms)
    if (kind !== null) changes.push({ entryId, kind, terms })
  }
  if (changes.length > 0) {
    await tx.catalogPriceChange.createMany({
      data: changes.map(({ entryId, kind, terms }) => ({ entryId, kind, options: terms, seenAt: now })),
    })
  }
  return new Set(changes.filter(({ kind }) => kind !== 'first').map(({ entryId }) => entryId))
}

const pickTerms = ({ network, scheme, asset, payTo }: Omit<Terms, 'amount'>) => ({ network, scheme, asset, payTo })

/** A change of payee outranks one of price: it is what buyers must know first. */
function changeKind(before: Terms[], after: Terms[]): 'pay_to' | 'price' | 'options' | null {
  const list = (terms: Terms[], of: (term: Terms) => string) => terms.map(of).sort().join('\n')
  if (
    list(before, (term) => `${term.network} ${term.payTo}`) !== list(after, (term) => `${term.network} ${term.payTo}`)
  ) {
    const networks = list(before, (term) => term.network) === list(after, (term) => term.network)
    return networks ? 'pay_to' : 'options'
  }
  if (
    list(before, (term) => `${term.network} ${term.asset} ${term.amount}`) !==
    list(after, (term) => `${term.network} ${term.asset} ${term.amount}`)
  )
    return 'price'
  return null
}
