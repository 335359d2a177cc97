import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { inWords } from '@/lib/site/messages/in-words'
import { Timestamp } from '@/lib/site/ui/timestamp'

/** Look-outs for a reader who is about to pay, and since when. */
export function LookOuts({ lookOuts }: Pick<Listing, 'lookOuts'>) {
  const [t, say] = [useTranslations('bazaar.lookOuts'), useTranslations('sentences')]
  if (lookOuts.length === 0) return null
  const isGrave = lookOuts.some((one) => one.isGrave)
  return (
    <ul
      aria-label={t('title')}
      className={clsx(
        'grid gap-1 border-s-4 px-4 py-2 text-small',
        isGrave ? 'border-refused bg-refused-tint text-refused' : 'border-edge bg-shade',
      )}
    >
      {lookOuts.map(({ kind, text, firstSeenAt }) => (
        <li key={kind} className="wrap-anywhere">
          {inWords(say, text)}{' '}
          <span className="text-quiet">{t.rich('since', { time: () => <Timestamp at={firstSeenAt} mayBreak /> })}</span>
        </li>
      ))}
    </ul>
  )
}
