import type { Listing } from '../_server/explorer'
import { leastInShort } from './terms-in-short'

/** What a listing costs at least, short enough to compare down a list. */
export function LeastPrice({ options }: Pick<Listing, 'options'>) {
  const { limit, amount, isKnown } = leastInShort(options)
  if (!isKnown) return <>{amount}</>
  return (
    <span className="font-strong tabular-nums">
      {limit}
      <span className="figures">{amount.replace(' ', '\u00a0')}</span>
    </span>
  )
}
