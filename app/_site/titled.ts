import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { Messages } from '@/lib/site/messages/catalog'

type PathsIn<Texts> = {
  [Name in keyof Texts & string]: Texts[Name] extends string ? Name : `${Name}.${PathsIn<Texts[Name]>}`
}[keyof Texts & string]

/** The metadata of a page whose title is one text, in the reader's language. */
export const titled =
  (title: PathsIn<Messages>, more: Metadata = {}) =>
  async (): Promise<Metadata> => {
    const t = await getTranslations()
    return { title: t(title as 'library.title'), ...more } // A title takes no arguments.
  }

/** For pages that search engines shall leave out. */
export const unindexed: Metadata = { robots: { index: false } }
