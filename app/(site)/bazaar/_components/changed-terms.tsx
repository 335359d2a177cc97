import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { Timestamp } from '@/lib/site/ui/timestamp'

type Change = Listing['termsChanges']['payee']

/** Recent changes of payee and price, since when and how many, for a reader who is about to pay. */
export function ChangedTerms({ listing }: { listing: Pick<Listing, 'termsChanges' | 'suspicions'> }) {
  const { termsChanges, suspicions } = listing
  const { payee, price } = termsChanges
  const isDoubt = payee.lastAt !== null || suspicions.includes('price_changes_often')
  if (!payee.lastAt && !price.lastAt) return null
  return (
    <div
      className={clsx(
        'grid gap-1 border-s-4 px-4 py-2 text-small',
        isDoubt ? 'border-refused bg-refused-tint text-refused' : 'border-edge bg-shade',
      )}
    >
      <Changed what="payee" change={payee} />
      <Changed what="price" change={price} />
    </div>
  )
}

function Changed({ what, change: { lastDay, lastWeek, lastAt } }: { what: 'payee' | 'price'; change: Change }) {
  const t = useTranslations('bazaar.changed')
  if (!lastAt) return null
  return (
    <p>
      {t.rich(what, {
        time: () => <Timestamp at={lastAt} mayBreak />,
        count: lastDay || lastWeek,
        span: t('span', { isDay: String(lastDay > 0) }),
      })}
    </p>
  )
}
