import { isDeepStrictEqual } from 'node:util'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import type { OptionDraft } from '../entry/draft'
import type { StoredTerms } from '../entry/stored-terms'

/**
 * Stores the history of entries' prices and payees: a row when they are new and whenever terms change, and when the
 * payee changed or the price rose to ten times as much, which costs rank for a while. Returns the entries whose terms
 * changed. Call it before their options are replaced.
 */
export async function recordPriceChanges(
  tx: DatabaseTransaction,
  entries: { entryId: bigint; options: OptionDraft[]; isNew: boolean }[],
  now: Date,
): Promise<Set<bigint>> {
  const known = entries.filter(({ isNew }) => !isNew).map(({ entryId }) => entryId)
  const before = await tx.catalogPaymentOption.findMany({ where: { entryId: { in: known } } })
  const changes = entries.flatMap(({ entryId, options, isNew }) => {
    const terms = options.map((option) => ({ ...pickTerms(option), amount: option.amountAtomic?.toString() ?? null }))
    const old = before
      .filter((option) => option.entryId === entryId)
      .map((option) => ({ ...pickTerms(option), amount: option.amountAtomic?.toFixed() ?? null }))
    const kind = isNew ? 'first' : changeKind(old, terms)
    return kind === null ? [] : [{ row: { entryId, kind, options: terms, seenAt: now }, isJump: hasJumped(old, terms) }]
  })
  await tx.catalogPriceChange.createMany({ data: changes.map(({ row }) => row) })
  const swapped = changes.filter(({ row }) => row.kind === 'pay_to').map(({ row }) => row.entryId)
  const jumped = changes.filter(({ isJump }) => isJump).map(({ row }) => row.entryId)
  if (swapped.length + jumped.length > 0)
    await tx.$executeRaw`
      UPDATE catalog_entries SET
        payee_changed_at = CASE WHEN id = ANY(${swapped}) THEN ${now} ELSE payee_changed_at END,
        price_jumped_at = CASE WHEN id = ANY(${jumped}) THEN ${now} ELSE price_jumped_at END
      WHERE id = ANY(${[...swapped, ...jumped]})`
  return new Set(changes.filter(({ row }) => row.kind !== 'first').map(({ row }) => row.entryId))
}

const pickTerms = ({ network, scheme, asset, payTo }: Omit<StoredTerms, 'amount'>) => ({
  network,
  scheme,
  asset,
  payTo,
})

/** A change of payee outranks one of price: buyers must know it first. */
function changeKind(before: StoredTerms[], after: StoredTerms[]): 'pay_to' | 'price' | 'options' | null {
  const isSame = (of: (term: StoredTerms) => string) => isDeepStrictEqual(before.map(of).sort(), after.map(of).sort())
  if (hasNewPayee(before, after)) return 'pay_to'
  if (!isSame(({ network }) => network)) return 'options'
  return isSame(({ network, asset, amount }) => `${network} ${asset} ${amount}`) ? null : 'price'
}

/** A network that was there before, or any where none of those is left, now pays a wallet that it did not pay. */
function hasNewPayee(before: StoredTerms[], after: StoredTerms[]): boolean {
  const known = before.filter(({ payTo }) => payTo !== null)
  if (known.length === 0) return false
  const shared = after.filter(({ network }) => known.some((old) => old.network === network))
  const isKnown = ({ network, payTo }: StoredTerms) =>
    known.some((old) => old.payTo === payTo && (shared.length === 0 || old.network === network))
  return !(shared.length > 0 ? shared : after).every(isKnown)
}

const JUMP = 10n

/** A coin now costs ten times its lowest price of before, or more. */
const hasJumped = (before: StoredTerms[], after: StoredTerms[]): boolean =>
  after.some(({ network, asset, amount }) => {
    const known = before.filter((old) => old.network === network && old.asset === asset && old.amount !== null)
    const amounts = known.map((old) => BigInt(old.amount ?? 0)).filter((old) => old > 0n)
    return amount !== null && amounts.length > 0 && amounts.every((old) => BigInt(amount) >= JUMP * old)
  })
