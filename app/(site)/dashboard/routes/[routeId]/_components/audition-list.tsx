import { useTranslations } from 'next-intl'
import { changeListing } from '@/app/(site)/dashboard/_actions/listing-actions'
import { ActForm } from '@/app/(site)/dashboard/_components/act-form'
import type { Auditions } from '@/lib/shop/sellers/ports'
import { CopyId } from '@/lib/site/ui/copy-id'
import { Timestamp } from '@/lib/site/ui/timestamp'

const problems = ['method_has_effects', 'input_needed', 'no_payable_option', 'above_call_cap', 'terms_changed'] as const

/** Lists what the site saw when it bought the route as any buyer does; the seller may ask for one more. */
export function AuditionList({ routeId, auditions }: { routeId: string; auditions: Auditions }) {
  const t = useTranslations('routes.listing.auditions')
  const bought = useTranslations('bazaarEntry.quality')
  const { problem, past } = auditions
  return (
    <section aria-labelledby="auditions" className="grid justify-items-start gap-3">
      <h3 id="auditions" className="font-strong">
        {t('title')}
      </h3>
      <p className="max-w-measure text-small text-quiet">{t('about')}</p>
      {problem && (
        <p className="max-w-measure">{t(`problems.${problems.find((one) => one === problem) ?? 'other'}`)}</p>
      )}
      {past.length === 0 && !problem && <p>{t('none')}</p>}
      <ul className="grid gap-3">
        {past.map(({ state, fit, misfit, at, status, latencyMs, digest, transaction }) => (
          <li key={at.toISOString()} className="grid gap-1 text-small wrap-anywhere">
            <p>
              <Timestamp at={at} mayBreak />:{' '}
              {bought('boughtAs', { state, seconds: ((latencyMs ?? 0) / 1000).toFixed(1), fit: fit ?? 'none' })}
              {status !== null && ` · ${t('status', { status: String(status) })}`}
            </p>
            {misfit && <p className="text-refused">{misfit}</p>}
            {transaction && <CopyId value={transaction} name={t('transaction')} />}
            {digest && <CopyId value={digest} name={t('digest')} />}
          </li>
        ))}
      </ul>
      <ActForm action={changeListing} fields={{ routeId, act: 'audition' }} label={t('ask')} />
    </section>
  )
}
