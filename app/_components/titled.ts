import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { Messages } from '@/lib/site/messages/catalog'
import { sharedAs } from './preview'

type PathsIn<Texts> = {
  [Name in keyof Texts & string]: Texts[Name] extends string ? Name : `${Name}.${PathsIn<Texts[Name]>}`
}[keyof Texts & string]

export type TextPath = PathsIn<Messages>

/** The metadata of a page whose title, and description, are one text each, in the reader's language. */
export const titled =
  (title: TextPath, more: Metadata = {}, description?: TextPath) =>
  async (): Promise<Metadata> => {
    const t = await getTranslations()
    const text = (path: TextPath) => t(path as 'library.title') // Neither takes arguments.
    const named = { title: text(title) }
    return { ...(description ? sharedAs({ ...named, description: text(description) }) : named), ...more }
  }

export const unindexed: Metadata = { robots: { index: false } }
