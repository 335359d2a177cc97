import { useTranslations } from 'next-intl'
import { Fragment } from 'react'
import type { Entry } from '@/lib/bazaar/entry/entry'
import { inWords } from '@/lib/site/messages/in-words'
import { Timestamp } from '@/lib/site/ui/timestamp'

/** Facts that a reader should know before paying, each with its time. Nothing where nothing is to be said. */
export function Warnings({ warnings }: Pick<Entry, 'warnings'>) {
  const [t, say] = [useTranslations('bazaar.warnings'), useTranslations('sentences')]
  if (warnings.length === 0) return null
  return (
    <ul aria-label={t('title')} className="grid gap-1 border-s-4 border-waiting px-4 py-2 text-small">
      {warnings.map(({ code, text, at }) => (
        <li key={code} className="wrap-anywhere">
          {inWords(say, text)}{' '}
          <span className="text-quiet">
            {code === 'never_asked' && t('knownSince')} <Timestamp at={at} mayBreak />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A text that may be a URL: a long one breaks after a slash, not within a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
