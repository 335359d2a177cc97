import type { Translate } from '@/lib/site/messages/translate'

const parts = {
  Start: 'parts.start',
  Sell: 'parts.sell',
  Buy: 'parts.buy',
  Operate: 'parts.operate',
  Reference: 'parts.reference',
  Internals: 'parts.internals',
  Decisions: 'parts.decisions',
} as const

const isKnown = (title: string): title is keyof typeof parts => Object.hasOwn(parts, title)

/** The translated title of a part of the documents, whose contents are English. */
export const partInWords = (t: Translate<'docs'>, title: string): string => (isKnown(title) ? t(parts[title]) : title)
