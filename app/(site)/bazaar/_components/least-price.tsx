import { useTranslations } from 'next-intl'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { leastInShort } from './terms-in-short'

/** A listing's lowest price, short enough to compare down a list. */
export function LeastPrice({ options }: Pick<Listing, 'options'>) {
  const t = useTranslations('bazaar')
  const { limit, amount, isKnown } = leastInShort(t, options)
  if (!isKnown) return <>{amount}</>
  const figure = <span className="figures">{amount.replace(' ', '\u00a0')}</span>
  return (
    <span className="font-strong tabular-nums">
      {limit ? t.rich(`terms.${limit}`, { amount: () => figure }) : figure}
    </span>
  )
}
