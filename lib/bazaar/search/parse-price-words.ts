import type { PriceLimit } from '../browse/price-sql'
import lists from './words.json' with { type: 'json' }

/** `said` are the words of the limit. */
export type PriceWords = { limit: PriceLimit | null; rest: string; said?: string }

const NUMBER_WORDS: Record<string, number> = lists.numbers
const UNITS: [RegExp, number][] = [
  [/^(cents?|¢|c|ct|cts|penny|pennies|centavos?|centimes?|centimos?)$/, 10_000],
  [/^nickels?$/, 50_000],
  [/^dimes?$/, 100_000],
  [/^(dollars?|usd|usdc|bucks?|dolar(es)?)$/, 1_000_000],
]

const QUANTITY = String.raw`(?:(?:half|(?:a|one) half|(?:a|one) quarter|quarter|(?:a|one) tenth|tenth|(?:a|one) hundredth|(?:a|one) fifth|(?:a|one) third)(?: of)?(?: an?| one)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|a hundred|\d{1,7}(?:[.,]\d{1,8})?|\.\d{1,8})`
const UNIT = String.raw`(?:cents?|¢|cts?|c|penny|pennies|centavos?|centimes?|centimos?|nickels?|dimes?|dollars?|usdc?|bucks?|dolar(?:es)?)`
const PLAIN = String.raw`(?:\d{1,7}(?:[.,]\d{1,8})?|\.\d{1,8})`
const AMOUNT = String.raw`(?:(?:(?:us)?\$|usdc? ) ?${PLAIN}|${QUANTITY} ?(?:us[- ]?)?${UNIT})`
const END = String.raw`(?![\p{L}\p{N}])`
const START = String.raw`(?<![\p{L}\p{N}.])`
const PER_CALL = String.raw`(?: (?:per|an?|each|every) ?(?:call|request|query|use|lookup|go|time|hit|image|picture|page|search|message|document|file|prompt|minute|item|generation|result)?| each| apiece)?`

const BELOW =
  'under|below|beneath|less than|sub|cheaper than|lower than|fewer than|smaller than|<|menos de|unter|weniger als|moins de|abaixo de'
const AT_MOST =
  'at most|no more than|not more than|not over|not above|nothing (?:over|above)|never (?:over|above|more than)|max(?:imum)?(?: of)?|up to|upto|within|<=|≤|maximo|hasta|ate|hochstens|jusqu a'
const OVER = 'over|above|more than|at least|min(?:imum)?(?: of)?|from|starting at|>=|>|≥|mas de|mehr als'
const FOR = 'for|at|costs?|costing|priced(?: at)?|only|just|(?:on )?(?:a |my )?budget(?: of| is|:)?'

const rule = (source: string) => new RegExp(START + source + END, 'iu')

const LIMITS = [
  { kind: 'below', words: BELOW },
  { kind: 'atMost', words: AT_MOST },
] as const

/** Tried in order; the first that fits is the limit. Groups `low` and `high` hold amounts. */
const RULES: { pattern: RegExp; kind: 'between' | 'below' | 'atMost' | 'over' }[] = [
  {
    kind: 'between',
    pattern: rule(`(?:between|from) (?<low>${AMOUNT}|${QUANTITY}) (?:and|to) (?<high>${AMOUNT})${PER_CALL}`),
  },
  // "1-5 cents", "$0.01 to $0.05"
  { kind: 'between', pattern: rule(`(?<low>(?:(?:us)?\\$ ?)?${PLAIN}) ?(?:-|–|to) ?(?<high>${AMOUNT})${PER_CALL}`) },
  // A bare number is dollars where the word price or cost stands before it.
  ...LIMITS.map(({ kind, words }) => ({
    kind,
    pattern: rule(
      `(?:prices?|priced|costs?|costing|fees?) (?:is |are |of )?(?:${words}) ?(?<high>${PLAIN})(?! ?${UNIT})`,
    ),
  })),
  { kind: 'below', pattern: /(?<![\p{L}\p{N}])sub[- ](?<high>cent|penny|dollar)(?![\p{L}\p{N}])/iu },
  {
    kind: 'atMost',
    pattern: rule(
      `(?:(?:${FOR}|pay|paying|spend|spending) )?(?<high>${AMOUNT})${PER_CALL},? (?:or|and) (?:less|under|below|cheaper|lower|fewer)`,
    ),
  },
  {
    kind: 'atMost',
    pattern: rule(`(?:(?:${FOR}) )?(?<high>${AMOUNT})${PER_CALL} (?:max(?:imum)?|at most|tops|at the most|limit)`),
  },
  ...LIMITS.map(({ kind, words }) => ({
    kind,
    pattern: rule(`(?:(?:that |which )?(?:${FOR}|is|are|priced) )?(?:${words}) ?(?<high>${AMOUNT})${PER_CALL}`),
  })),
  { kind: 'over', pattern: rule(`(?:(?:${FOR}) )?(?:${OVER}) ?(?<low>${AMOUNT})${PER_CALL}`) },
  { kind: 'over', pattern: rule(`(?<low>${AMOUNT})${PER_CALL} or (?:more|above|over|higher)`) },
  { kind: 'atMost', pattern: rule(`(?:that )?(?:${FOR})(?: about| around)? (?<high>${AMOUNT})${PER_CALL}`) },
  { kind: 'atMost', pattern: new RegExp(String.raw`^(?<high>${AMOUNT})${PER_CALL}${END}`, 'iu') },
  { kind: 'atMost', pattern: new RegExp(String.raw`${START}(?<high>${AMOUNT})${PER_CALL}$`, 'iu') },
]

/**
 * Takes a price limit out of a search: "weather under half a cent" is weather with less than 5,000 micro-dollars.
 * "for a tenth of a cent" means at most that. Returns the words that remain.
 */
export function parsePriceWords(query: string): PriceWords {
  const text = query.replace(/\s+/g, ' ').trim()
  for (const { pattern, kind } of RULES) {
    const match = pattern.exec(text)
    if (match === null) continue
    const high = match.groups?.high === undefined ? null : microDollarsOf(match.groups.high, 'dollar')
    const low = match.groups?.low === undefined ? null : microDollarsOf(match.groups.low, unitOf(match.groups.high))
    if (high === null && low === null) continue
    const limit = { maxMicroDollars: high, minMicroDollars: low, isExclusive: kind === 'below' }
    return { limit, rest: withoutMatch(text, match), said: match[0] }
  }
  return { limit: null, rest: text }
}

/** The words around what was read. */
export const withoutMatch = (text: string, { index, 0: read }: RegExpExecArray): string =>
  `${text.slice(0, index)} ${text.slice(index + read.length)}`.replace(/\s+/g, ' ').trim()

const unitOf = (amount: string | undefined): string =>
  amount?.includes('$') ? 'dollar' : (amount?.match(new RegExp(`${UNIT}$`, 'iu'))?.[0] ?? '')

/** Millionths of a dollar in an amount such as `$0.01`, `half a cent`, `2 dimes`; null when it is none. */
function microDollarsOf(amount: string, unitIfBare = ''): bigint | null {
  const text = amount
    .toLowerCase()
    .replace(/\bus(?=\$)|\bus[- ](?=[cd])/g, '')
    .replace(/^usdc? (?=[\d.])/, '$$')
    .trim()
  const dollars = /^\$ ?([\d.,]+)$/.exec(text)
  if (dollars) return toMicros(Number(dollars[1]?.replace(',', '.')), 1_000_000)
  const unit = new RegExp(`${UNIT}$`, 'iu').exec(text)?.[0] ?? unitIfBare
  const size = UNITS.find(([pattern]) => pattern.test(unit))?.[1]
  return size === undefined
    ? null
    : toMicros(quantityOf(text.slice(0, text.endsWith(unit) ? text.length - unit.length : undefined)), size)
}

const FRACTIONS: [RegExp, number][] = [
  [/half/, 0.5],
  [/third/, 1 / 3],
  [/quarter/, 0.25],
  [/fifth/, 0.2],
  [/tenth/, 0.1],
  [/hundredth/, 0.01],
]

function quantityOf(words: string): number {
  const text = words.trim()
  const fraction = FRACTIONS.find(([pattern]) => pattern.test(text))
  if (fraction) return fraction[1]
  if (text === '') return 1
  return NUMBER_WORDS[text.replace(/^a (?=hundred)/, '')] ?? Number(text.replace(',', '.'))
}

const toMicros = (quantity: number, size: number): bigint | null =>
  Number.isFinite(quantity) && quantity >= 0 ? BigInt(Math.round(quantity * size)) : null
