import { useTranslations } from 'next-intl'
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
            <Timestamp at={at} mayBreak />
          </span>
        </li>
      ))}
    </ul>
  )
}
