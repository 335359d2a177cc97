import { useTranslations } from 'next-intl'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { leastInShort } from './terms-in-short'

type LeastPriceProps = Pick<Listing, 'options'> & {
  /** On wide screens the head of its column names the usual unit. */
  isUnitAbove?: boolean
}

const USUAL_UNIT = 'USDC'

/** A listing's lowest price, short enough to compare down a list. */
export function LeastPrice({ options, isUnitAbove = false }: LeastPriceProps) {
  const t = useTranslations('bazaar')
  const inDigits = useLocalDigits()
  const { limit, amount, isKnown } = leastInShort(t, options)
  if (!isKnown) return <>{amount}</>
  const [number = '', unit = ''] = inDigits(amount).split(' ')
  const figure = (
    <span className="figures">
      {number}
      <span className={isUnitAbove && unit === USUAL_UNIT ? 'md:sr-only' : undefined}>{`\u00a0${unit}`}</span>
    </span>
  )
  return (
    <span className="font-strong tabular-nums">
      {limit ? t.rich(`terms.${limit}`, { amount: () => figure }) : figure}
    </span>
  )
}
