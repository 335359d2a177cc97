import type { ResourceCheck } from '@/lib/bazaar/crawl/validate-resource'
import { inWords } from '@/lib/site/messages/in-words'
import type { Translate } from '@/lib/site/messages/translate'
import { knownText } from '../_components/facts-in-words'

export type ShownCheck = Pick<ResourceCheck, 'id' | 'level' | 'isPassed'> & {
  title: string
  /** The finding and the advice; empty for a check that passes. */
  advice: string
}

type CheckTexts = { checks: Translate<'bazaarChecks'>; sentences: Translate<'sentences'> }

export function checkInWords(
  { checks, sentences }: CheckTexts,
  { id, level, isPassed, found, fix }: ResourceCheck,
): ShownCheck {
  const isFinding = id !== 'answers_402' && !found.key.startsWith('listing.about.')
  const said = isPassed ? [] : [isFinding ? found : null, fix]
  const advice = said.flatMap((sentence) => (sentence ? [inWords(sentences, sentence)] : [])).join(' ')
  return { id, level, isPassed, title: checkTitle(checks, id), advice }
}

const checkTitle = (t: CheckTexts['checks'], id: string): string =>
  knownText(t, `titles.${id}`) ?? t('titles.field', { field: id.replace(/_valid$/, '').replaceAll('_', ' ') })
