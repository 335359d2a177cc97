import { cookies, headers } from 'next/headers'
import { LANGUAGE_COOKIE, type Language, languageOf } from '@/lib/site/messages/languages'

/** The reader's language: the one chosen at the foot of a page, else the browser's. */
export async function readLanguage(): Promise<Language> {
  const chosen = (await cookies()).get(LANGUAGE_COOKIE)?.value
  return languageOf({ ...(chosen !== undefined && { chosen }), accepted: (await headers()).get('accept-language') })
}
