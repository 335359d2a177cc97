import { useFormatter, useTranslations } from 'next-intl'
import type { PassFigures as Figures } from '@/lib/payments/sum-pass'

/** How a pass is held and used, in numbers only. */
export function PassFigures(figures: Figures) {
  const t = useTranslations('routes.pass')
  const format = useFormatter()
  const names = ['holders', 'opens', 'calls', 'ended'] as const
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-rule py-4 sm:grid-cols-4">
      {names.map((name) => (
        <div key={name} className="grid content-start">
          <dt className="text-small text-quiet">{t(name)}</dt>
          <dd className="figures text-title font-strong">{format.number(figures[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
