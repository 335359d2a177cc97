import german from './de.json'
import english from './en.json'
import germanFailure from './failure/de.json'
import englishFailure from './failure/en.json'
import type { Language } from './languages'

/** The English texts by namespace, from which keys and arguments get their types. */
export type Messages = typeof english & { failure: typeof englishFailure }

/** All texts of each language. Those of failures stand apart because browsers load them as a module. */
export const catalogs: Record<Language, Messages> = {
  en: { ...english, failure: englishFailure },
  // Same keys, other texts, as the test of this file says: the types of the English ones stand for both.
  de: { ...german, failure: germanFailure } as Messages,
}
