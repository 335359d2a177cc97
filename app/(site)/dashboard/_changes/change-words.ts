import type { useFormatter } from 'next-intl'
import { assetFacts } from '@/lib/base/chains/asset-facts'
import { formatAtomic } from '@/lib/base/x402/money'
import { networkName } from '@/lib/base/x402/networks'
import { changeKinds as auditKinds } from '@/lib/shop/sellers/audit/acts'
import type { Translate } from '@/lib/site/messages/translate'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'

type Words = {
  t: Translate<'changes'>
  format: Pick<ReturnType<typeof useFormatter>, 'number'>
  inDigits: (text: string) => string
  inBytes: (size: number) => string
}

export function actInWords(t: Translate<'changes'>, act: string): string {
  const key = `acts.${act}`
  return isKnown(t, key) ? t(key) : act
}

/** The recorded facts, one line each, without empty ones. */
export function factsInWords(words: Words, facts: unknown): string[] {
  if (typeof facts !== 'object' || facts === null) return []
  return Object.entries(inAsset(words, facts)).flatMap(([name, value]) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return []
    return [words.t('fact', { name: nameInWords(words.t, name), value: factInWords(words, name, value) })]
  })
}

/** Facts with their amounts in the asset that stands beside them, such as `0.10 USDC`, and networks by their names. */
function inAsset(words: Words, facts: object): Record<string, unknown> {
  const { network, asset, ...rest } = facts as Record<string, unknown>
  if (typeof network !== 'string') return facts as Record<string, unknown>
  const coin = typeof asset === 'string' ? assetFacts(network, asset) : null
  const said = Object.entries(rest).map(([name, value]) =>
    coin && name.endsWith('Atomic') && typeof value === 'string'
      ? [
          name.slice(0, -'Atomic'.length),
          words.inDigits(`${formatAtomic(BigInt(value), coin.decimals)} ${coin.symbol}`),
        ]
      : [name, value],
  )
  return {
    ...Object.fromEntries(said),
    network: networkName(network),
    ...(coin || asset === undefined ? {} : { asset }),
  }
}

/** `keepsAccess` as “keeps access”, where the catalog has no words for it. */
function nameInWords(t: Translate<'changes'>, name: string): string {
  const key = `facts.${name}`
  return isKnown(t, key) ? t(key) : name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Keys are made from recorded facts; each known one has a text without arguments. */
const isKnown = (t: Translate<'changes'>, key: string): key is 'facts.size' => t.has(key as 'facts.size')

/** A size in its unit and a state by its name. */
function factInWords(words: Words, name: string, value: unknown): string {
  if (name === 'size' && typeof value === 'number') return words.inBytes(value)
  const key = `values.${String(value)}`
  return (name === 'state' || name === 'access') && isKnown(words.t, key) ? words.t(key) : valueInWords(words, value)
}

/** Dollars in the reader's digits, networks by their names, and digests in short. */
function textInWords({ inDigits }: Words, text: string): string {
  if (/^\$\d/.test(text)) return inDigits(text)
  return /^[0-9a-f]{64}$/.test(text) ? shortenMiddle(text) : networkName(text)
}

function valueInWords(words: Words, value: unknown): string {
  const { t, format } = words
  if (Array.isArray(value)) return value.map((each) => valueInWords(words, each)).join(', ')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'number') return format.number(value)
  if (typeof value === 'string') return textInWords(words, value)
  if (typeof value !== 'object' || value === null) return String(value)
  return valueInWords(words, Object.values(inAsset(words, value)))
}

export const changeKinds = (t: Translate<'changes'>) => [
  { value: '', label: t('kinds.all') },
  ...auditKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
]
