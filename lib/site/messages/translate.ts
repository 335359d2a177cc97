import { createTranslator } from 'next-intl'
import { catalogs, type Messages } from './catalog'
import { type Language, localeOf } from './languages'

export type Namespace = keyof Messages

/** Gives the texts of a namespace: what `useTranslations` and `getTranslations` return, for functions without React. */
export type Translate<Of extends Namespace> = ReturnType<typeof createTranslator<Messages, Of>>

/** The texts of a namespace in a language, outside of a request: for tests and for code that is no page. */
export function translateIn<Of extends Namespace>(language: Language, namespace: Of): Translate<Of> {
  return createTranslator<Messages, Of>({
    locale: localeOf[language],
    messages: catalogs[language],
    namespace,
    timeZone: 'UTC',
  })
}
