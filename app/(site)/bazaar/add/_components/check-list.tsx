import { Badge } from '@/lib/ui/badge'
import { checkTitles } from '../../../dashboard/_components/check-titles'
import type { ServiceCheck } from '../../_server/add-service'

/** The findings, open points first, each with advice. */
export function CheckList({ checks }: { checks: ServiceCheck[] }) {
  const ranked = [...checks].sort((a, b) => rank(a) - rank(b))
  return (
    <ul aria-label="Checks" className="max-w-measure border-t border-rule">
      {ranked.map((check) => (
        <li
          key={check.id}
          className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-x-4 border-b border-rule py-3"
        >
          <Mark check={check} />
          <div className="grid min-w-0 gap-1">
            <p className="font-strong">{checkTitles[check.id] ?? check.id.replaceAll('_', ' ')}</p>
            {!check.isPassed && (
              <p className="text-small wrap-anywhere text-quiet">
                {[isFinding(check) ? check.found : '', check.fix].filter(Boolean).join(' ')}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

const rank = ({ level, isPassed }: ServiceCheck): number => (isPassed ? 2 : level === 'required' ? 0 : 1)

/** Titles of some checks name the subject instead of the finding. */
const isFinding = ({ id, found }: ServiceCheck): boolean => id !== 'answers_402' && !found.startsWith('Whether')

function Mark({ check: { level, isPassed } }: { check: ServiceCheck }) {
  const state = isPassed ? 'settled' : level === 'required' ? 'refused' : 'waiting'
  const word = isPassed ? 'Passes' : level === 'required' ? 'Needed' : 'Better'
  return (
    <span>
      <Badge state={state}>{word}</Badge>
    </span>
  )
}
