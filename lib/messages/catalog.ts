import { german } from './de'
import { english } from './en'
import type { Language } from './languages'

export type Messages = typeof english

/** A namespace in another language: the same keys, texts of its own. */
export type Translation<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Translation<Source[Key]>
}

export const catalogs: Record<Language, Translation<Messages>> = { en: english, de: german }
