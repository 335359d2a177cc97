import { getRequestConfig } from 'next-intl/server'
import { catalogs } from '@/lib/site/messages/catalog'
import { localeOf } from '@/lib/site/messages/languages'
import { readLanguage } from './language'

/** What next-intl gives the server's components: the texts of the reader's language, all of them. */
export default getRequestConfig(async () => {
  const language = await readLanguage()
  // Moments are told in UTC, the same on the server and in every browser.
  return { locale: localeOf[language], messages: catalogs[language], timeZone: 'UTC' }
})
