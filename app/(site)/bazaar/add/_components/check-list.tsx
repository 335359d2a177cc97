import { useTranslations } from 'next-intl'
import { Badge } from '@/lib/site/ui/badge'
import type { ShownCheck } from '../../_server/check-in-words'

export function CheckList({ checks }: { checks: ShownCheck[] }) {
  const t = useTranslations('bazaarAdd.checks')
  const ranked = [...checks].sort((a, b) => rank(a) - rank(b))
  return (
    <ul aria-label={t('label')} className="max-w-measure border-t border-rule">
      {ranked.map((check) => (
        <li
          key={check.id}
          className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-x-4 border-b border-rule py-3"
        >
          <Mark check={check} />
          <div className="grid min-w-0 gap-1">
            <p className="font-strong">{check.title}</p>
            {check.advice !== '' && <p className="text-small wrap-anywhere text-quiet">{check.advice}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

const rank = ({ level, isPassed }: ShownCheck): number => (isPassed ? 2 : level === 'required' ? 0 : 1)

function Mark({ check: { level, isPassed } }: { check: ShownCheck }) {
  const t = useTranslations('bazaarAdd.checks')
  const state = isPassed ? 'settled' : level === 'required' ? 'refused' : 'waiting'
  const word = t(isPassed ? 'passes' : level === 'required' ? 'needed' : 'better')
  return (
    <span>
      <Badge state={state}>{word}</Badge>
    </span>
  )
}
