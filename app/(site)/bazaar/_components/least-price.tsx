import { useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import { amountInWords, findLeast } from '@/lib/base/x402/payment-option'
import type { Entry } from '@/lib/bazaar/entry/entry'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import type { BazaarTexts } from './facts-in-words'
import names from './network-names.json'

type LeastPriceProps = Pick<Entry, 'options'> & {
  /** On wide screens the head of its column names the usual unit. */
  isUnitAbove?: boolean
}

const USUAL_UNIT = 'USDC'
export function LeastPrice({ options, isUnitAbove = false }: LeastPriceProps) {
  const t = useTranslations('bazaar')
  const inDigits = useLocalDigits()
  const { limit, amount, isKnown } = leastInShort(t, options)
  if (!isKnown) return <>{amount}</>
  const [number = '', unit = ''] = inDigits(amount).split(' ')
  const figure = (
    <span className="figures">
      {number}
      <span className={isUnitAbove && unit === USUAL_UNIT ? 'sm:sr-only' : undefined}>{`\u00a0${unit}`}</span>
    </span>
  )
  return (
    <span className="font-strong tabular-nums">
      {limit ? t.rich(`terms.${limit}`, { amount: () => figure }) : figure}
    </span>
  )
}

/** At the head of an entry: the price of a call, and where it is paid. */
export function CallPrice({ options }: Pick<Entry, 'options'>) {
  const [t, shared] = [useTranslations('bazaarEntry'), useTranslations('bazaar')]
  return t.rich('aCall', {
    isKnown: String(leastInShort(shared, options).isKnown),
    price: () => (
      <span className="text-total text-ink">
        <LeastPrice options={options} />
      </span>
    ),
    networks: networksInShort(shared, options),
  })
}

/** One way's price, in atomic units where its coin is not known. */
export function OptionPrice({ option }: { option: Entry['options'][number] }) {
  const t = useTranslations('price')
  const { amountAtomic, coin, asset } = option
  if (coin || amountAtomic === null || asset === '') return <LeastPrice options={[option]} />
  return t('unitsOf', { amount: amountAtomic.toString(), asset: shortenMiddle(asset) })
}

const WIDTH = 16

/**
 * A listing's lowest price: "0.01 USDC", and whether it is "from" or "up to" that. `isKnown` is false where there are
 * only words.
 */
export function leastInShort(
  t: BazaarTexts,
  options: Entry['options'],
): { limit: 'from' | 'upTo' | null; amount: string; isKnown: boolean } {
  const found = findLeast(options)
  if (found && found.least.amountAtomic !== null) {
    const limit = found.isFrom ? 'from' : found.least.scheme === 'upto' ? 'upTo' : null
    return { limit, amount: amountInWords(found.least.amountAtomic, found.least), isKnown: true }
  }
  const isPriced = options.some(({ amountAtomic }) => amountAtomic !== null)
  const amount = t(isPriced ? 'terms.unknownCoin' : 'terms.unknownPrice')
  return { limit: null, amount, isKnown: false }
}
export function networksInShort(t: BazaarTexts, options: Entry['options']): string {
  const names = [...new Set(options.map(({ network }) => nameOf(network)))]
  if (names.length === 0) return t('terms.noNetwork')
  const all = names.join(', ')
  return names.length < 2 || all.length <= WIDTH ? all : `${names[0]} +${names.length - 1}`
}

const otherNames = new Map<string, string>(Object.entries(names))

/** The name people know a network by, also of one that this site does not pay on; else its identifier, in short. */
export const nameOf = (network: string): string => {
  const name = otherNames.get(network) ?? networkName(network)
  return name === network ? shortenMiddle(name) : name
}
