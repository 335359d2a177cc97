import type { Check } from '@/lib/bazaar/crawl/validate-resource'
import { inWords } from '@/lib/site/messages/in-words'
import type { Translate } from '@/lib/site/messages/translate'
import { findKnown } from '../_components/facts-in-words'

export type ShownCheck = Pick<Check, 'id' | 'level' | 'isPassed'> & {
  title: string
  /** The finding and the advice; empty for a check that passes. */
  advice: string
}

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

type Texts = { checks: Translate<'bazaarChecks'>; sentences: Translate<'sentences'> }

export function checkInWords({ checks, sentences }: Texts, { id, level, isPassed, found, fix }: Check): ShownCheck {
  const isFinding = id !== 'answers_402' && !found.key.startsWith('listing.about.')
  const said = isPassed ? [] : [isFinding ? found : null, fix]
  const advice = said.flatMap((sentence) => (sentence ? [inWords(sentences, sentence)] : [])).join(' ')
  return { id, level, isPassed, title: checkTitle(checks, id), advice }
}

export function checkTitle(t: Texts['checks'], id: string): string {
  const known = findKnown(titles, id)
  return known ? t(known) : t('titles.field', { field: id.replace(/_valid$/, '').replaceAll('_', ' ') })
}
