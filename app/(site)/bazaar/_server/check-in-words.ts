import { type Translate, translateIn } from '@/lib/site/messages/translate'
import { findKnown } from '../_components/find-known'
import type { ServiceCheck } from './add-service'

export type ShownCheck = Pick<ServiceCheck, 'id' | 'level' | 'isPassed'> & {
  title: string
  /** The finding and the advice; empty for a check that passes. */
  advice: string
}

type Texts = Translate<'bazaarChecks'>
type SentenceKey = (typeof sentences)[number]

const english = translateIn('en', 'bazaarChecks')

/** The catalog's own sentences, each with at most one value. */
const sentences = [
  'found.version_2',
  'found.has_description',
  'found.has_tags',
  'found.secure',
  'found.fast',
  'found.small',
  'fixes.payable_option',
  'fixes.resource_matches',
  'fixes.bazaar_valid',
  'fixes.addressable',
  'fixes.version_2',
  'fixes.declares_bazaar',
  'fixes.describes_input',
  'fixes.describes_output',
  'fixes.has_description',
  'fixes.has_service_name',
  'fixes.has_tags',
  'fixes.known_price',
  'fixes.secure',
  'fixes.fast',
  'fixes.small',
  'fixes.field',
  'probe.address_refused',
  'probe.unreachable',
  'probe.timeout',
  'probe.too_large',
  'probe.challenge_missing',
  'probe.challenge_malformed',
  'probe.not_mcp',
  'probe.tool_missing',
  'probe.tool_unpaid',
  'probe.arguments_refused',
  'probe.terms_missing',
  'probe.not_402',
  'rejections.delisted',
  'rejections.toolName',
  'rejections.notPublic',
  'rejections.toolsBySeller',
  'rejections.soldHere',
] as const

const titles = {
  answers_402: 'titles.answers_402',
  payable_option: 'titles.payable_option',
  resource_matches: 'titles.resource_matches',
  bazaar_valid: 'titles.bazaar_valid',
  addressable: 'titles.addressable',
  version_2: 'titles.version_2',
  declares_bazaar: 'titles.declares_bazaar',
  describes_input: 'titles.describes_input',
  describes_output: 'titles.describes_output',
  has_description: 'titles.has_description',
  has_service_name: 'titles.has_service_name',
  has_tags: 'titles.has_tags',
  known_price: 'titles.known_price',
  secure: 'titles.secure',
  fast: 'titles.fast',
  small: 'titles.small',
} as const

export function checkInWords(t: Texts, { id, level, isPassed, found, fix }: ServiceCheck): ShownCheck {
  const said = [isFinding({ id, found }) ? found : '', fix ?? ''].filter(Boolean)
  const advice = isPassed ? '' : said.map((sentence) => sentenceInWords(t, sentence)).join(' ')
  return { id, level, isPassed, title: checkTitle(t, id), advice }
}

export function checkTitle(t: Texts, id: string): string {
  const known = findKnown(titles, id)
  return known ? t(known) : t('titles.field', { field: id.replace(/_valid$/, '').replaceAll('_', ' ') })
}

/** Titles of some checks name the subject instead of the finding. */
const isFinding = ({ id, found }: Pick<ServiceCheck, 'id' | 'found'>): boolean =>
  id !== 'answers_402' && !found.startsWith('Whether')

/** Translates a sentence that the catalog has for programs in English; an unknown one stays as it is. */
export function sentenceInWords(t: Texts, sentence: string): string {
  for (const key of sentences) {
    const value = valueIn(sentence, key)
    if (value !== null) return t(key, { value })
  }
  return sentence
}

const MARK = '\u0000'

/** The value at the text's placeholder; empty for a text without one; null for another sentence. */
function valueIn(sentence: string, key: SentenceKey): string | null {
  const [start = '', end] = english(key, { value: MARK }).split(MARK)
  if (end === undefined) return sentence === start ? '' : null
  const isIt = sentence.length >= start.length + end.length && sentence.startsWith(start) && sentence.endsWith(end)
  return isIt ? sentence.slice(start.length, sentence.length - end.length) : null
}
