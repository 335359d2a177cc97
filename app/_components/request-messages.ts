import { getRequestConfig } from 'next-intl/server'
import { catalogs } from '@/lib/site/messages/catalog'
import { localeOf } from '@/lib/site/messages/languages'
import { readLanguage } from './language'

/** For next-intl's server components: all texts of the reader's language. */
export default getRequestConfig(async () => {
  const language = await readLanguage()
  // Times are in UTC, the same on the server and in every browser.
  return { locale: localeOf[language], messages: catalogs[language], timeZone: 'UTC' }
})
