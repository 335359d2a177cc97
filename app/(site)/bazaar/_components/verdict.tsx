import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import type { Listing } from '@/lib/bazaar/browse/listing'
import type { Reason } from '@/lib/bazaar/judge/judge'
import { inWords } from '@/lib/site/messages/in-words'
import { Timestamp } from '@/lib/site/ui/timestamp'

const colours = {
  pay: 'border-settled bg-shade',
  pay_with_care: 'border-edge bg-shade',
  do_not_pay: 'border-refused bg-refused-tint text-refused',
}

type VerdictProps = Pick<Listing, 'judgement'> & {
  /** Nothing is shown where nothing speaks against paying. */
  isAgainstOnly?: boolean
}

/** Whether to pay, for a reader who is about to: what speaks against it, and folded what else is known, each with its time. */
export function Verdict({ judgement: { verdict, reasons }, isAgainstOnly = false }: VerdictProps) {
  const t = useTranslations('bazaar.verdict')
  if (isAgainstOnly && verdict === 'pay') return null
  const isAgainst = ({ effect }: Reason) => effect === 'stop' || effect === 'care'
  const others = reasons.filter((reason) => !isAgainst(reason))
  return (
    <section aria-label={t('title')} className={clsx('grid gap-1 border-s-4 px-4 py-2 text-small', colours[verdict])}>
      <p className="font-strong">{t(verdict)}</p>
      <Reasons reasons={reasons.filter(isAgainst)} />
      {!isAgainstOnly && others.length > 0 && (
        <details>
          <summary className="inline-flex min-h-8 cursor-pointer items-center text-quiet underline underline-offset-4">
            {t('others', { count: others.length })}
          </summary>
          <Reasons reasons={others} />
        </details>
      )}
    </section>
  )
}

function Reasons({ reasons }: { reasons: Reason[] }) {
  const [t, say] = [useTranslations('bazaar.verdict'), useTranslations('sentences')]
  if (reasons.length === 0) return null
  return (
    <ul className="grid gap-1">
      {reasons.map(({ code, text, at, since }) => (
        <li key={code} className="wrap-anywhere">
          {inWords(say, text)}{' '}
          <span className="text-quiet">
            {t.rich(since ? 'since' : 'at', { time: () => <Timestamp at={since ?? at} mayBreak /> })}
          </span>
        </li>
      ))}
    </ul>
  )
}
