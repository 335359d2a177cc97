import Negotiator from 'negotiator'

/** The languages of the site's pages; the first is the default. */
export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

export const localeOf: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }

export const LANGUAGE_COOKIE = 'language'

const MAXIMUM_HEADER_LENGTH = 500

export const parseLanguage = (value: string | undefined): Language | null =>
  languages.find((language) => language === value) ?? null

/** The reader's own choice, else the browser's first language that we have, else English. */
export function languageOf({ chosen, accepted }: { chosen?: string; accepted?: string | null }): Language {
  const own = parseLanguage(chosen)
  if (own) return own
  // A long list costs time for each of its entries; browsers send some fifty characters.
  if (!accepted || accepted.length > MAXIMUM_HEADER_LENGTH) return languages[0]
  const negotiator = new Negotiator({ headers: { 'accept-language': accepted } })
  return parseLanguage(negotiator.language([...languages])) ?? languages[0]
}
