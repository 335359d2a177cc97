import { isDeepStrictEqual } from 'node:util'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import type { OptionDraft } from '../entry/draft'

type Terms = { network: string; asset: string | null; payTo: string | null; amountAtomic: bigint | null }

/**
 * Notes of entries when their payee and their price changed, and when the price rose to ten times as much. Call it before
 * their options are replaced.
 */
export async function noteChanges(
  tx: DatabaseTransaction,
  entries: { entryId: bigint; options: OptionDraft[]; isNew: boolean }[],
  now: Date,
): Promise<void> {
  const known = entries.filter(({ isNew }) => !isNew)
  const stored = await tx.catalogPaymentOption.findMany({
    where: { entryId: { in: known.map(({ entryId }) => entryId) } },
  })
  const before = stored.map((option) => ({
    ...option,
    amountAtomic: option.amountAtomic === null ? null : BigInt(option.amountAtomic.toFixed()),
  }))
  const changed = (isChange: (before: Terms[], after: Terms[]) => boolean) =>
    known.flatMap(({ entryId, options }) => {
      const old = before.filter((option) => option.entryId === entryId)
      return isChange(old, options) ? [entryId] : []
    })
  const [swapped, repriced, jumped] = [changed(hasNewPayee), changed(hasNewPrice), changed(hasJumped)]
  const all = [...swapped, ...repriced, ...jumped]
  if (all.length === 0) return
  await tx.$executeRaw`
    UPDATE catalog_entries SET
      payee_changed_at = CASE WHEN id = ANY(${swapped}) THEN ${now} ELSE payee_changed_at END,
      price_changed_at = CASE WHEN id = ANY(${repriced}) THEN ${now} ELSE price_changed_at END,
      price_jumped_at = CASE WHEN id = ANY(${jumped}) THEN ${now} ELSE price_jumped_at END
    WHERE id = ANY(${all})`
}

const hasNewPrice = (before: Terms[], after: Terms[]): boolean => !isDeepStrictEqual(pricesOf(before), pricesOf(after))

const pricesOf = (terms: Terms[]): string[] =>
  terms.map(({ network, asset, amountAtomic }) => `${network} ${asset} ${amountAtomic}`).sort()

/** A network that was there before, or any where none of those is left, now pays a wallet that it did not pay. */
function hasNewPayee(before: Terms[], after: Terms[]): boolean {
  const known = before.filter(({ payTo }) => payTo !== null)
  if (known.length === 0) return false
  const shared = after.filter(({ network }) => known.some((old) => old.network === network))
  const isKnown = ({ network, payTo }: Terms) =>
    known.some((old) => old.payTo === payTo && (shared.length === 0 || old.network === network))
  return !(shared.length > 0 ? shared : after).every(isKnown)
}

const JUMP = 10n

/** A coin now costs ten times its lowest price of before, or more. */
const hasJumped = (before: Terms[], after: Terms[]): boolean =>
  after.some(({ network, asset, amountAtomic }) => {
    const known = before.filter((old) => old.network === network && old.asset === asset)
    const amounts = known.flatMap((old) =>
      old.amountAtomic !== null && old.amountAtomic > 0n ? [old.amountAtomic] : [],
    )
    return amountAtomic !== null && amounts.length > 0 && amounts.every((old) => amountAtomic >= JUMP * old)
  })
