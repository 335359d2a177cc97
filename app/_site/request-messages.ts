import { getRequestConfig } from 'next-intl/server'
import { catalogs, type Messages } from '@/lib/messages/catalog'
import { localeOf } from '@/lib/messages/languages'
import { readLanguage } from './language'

/** What next-intl gives the server's components: the texts of the reader's language, all of them. */
export default getRequestConfig(async () => {
  const language = await readLanguage()
  // Same keys, other texts: the types of the English ones stand for both.
  const messages = catalogs[language] as Messages
  // Moments are told in UTC, the same on the server and in every browser.
  return { locale: localeOf[language], messages, timeZone: 'UTC' }
})
