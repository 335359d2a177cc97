import { frame as germanFrame } from './de/frame'
import { frame } from './en/frame'
import type { Language } from './languages'

/** Every text of the site's pages, in English: its source, and what the types of the others are made from. */
const english = { frame }

/** A namespace in another language: the same keys, texts of its own. */
export type Translation<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Translation<Source[Key]>
}

export type Messages = typeof english

const german: Translation<Messages> = { frame: germanFrame }

export const catalogs: Record<Language, Translation<Messages>> = { en: english, de: german }
