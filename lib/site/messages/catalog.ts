import germanSentences from '@/lib/base/sentences/de.json' with { type: 'json' }
import englishSentences from '@/lib/base/sentences/en.json' with { type: 'json' }
import german from './de.json' with { type: 'json' }
import english from './en.json' with { type: 'json' }
import germanFailure from './failure/de.json' with { type: 'json' }
import englishFailure from './failure/en.json' with { type: 'json' }
import type { Language } from './languages'

/** The English texts by namespace, from which keys and arguments get their types. */
export type Messages = typeof english & { failure: typeof englishFailure; sentences: typeof englishSentences }

/** All texts of each language. Those in folders are separate because browsers, or rooms, load them as modules. */
export const catalogs: Record<Language, Messages> = {
  en: { ...english, failure: englishFailure, sentences: englishSentences },
  // The test of this file checks that the keys are the same: the types of the English texts hold for both.
  de: { ...german, failure: germanFailure, sentences: germanSentences } as Messages,
}
