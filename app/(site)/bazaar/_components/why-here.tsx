import type { Listing } from '../_server/explorer'

const places: Record<string, string> = { A: 'its name', B: 'its address', C: 'its description', D: 'its parameters' }

const adjustments: Record<string, string> = {
  quality: 'Its quality (proof, health, independent payers)',
  suspect: 'Distrust of its text or its payers',
  dead: 'That it does not answer',
}

/** How the search came to this place in the order, as the public endpoint reports it. */
export function WhyHere({ ranking }: { ranking: NonNullable<Listing['ranking']> }) {
  const found = ranking.matches.filter(({ field }) => field !== null)
  const missing = ranking.matches.filter(({ field }) => field === null)
  return (
    <details className="text-small">
      <summary className="inline-flex min-h-11 lg:min-h-8 cursor-pointer items-center text-accent underline underline-offset-4">
        Why it is here
      </summary>
      <ul className="grid max-w-measure gap-1 border-s-2 border-rule ps-3">
        {found.map(({ label, field, via, as }) => (
          <li key={label} className="wrap-anywhere">
            “{label}” is in {places[field ?? ''] ?? 'its text'}
            {via === 'typo' && `, read as “${as}”`}
            {via === 'synonym' && `, by its synonym “${as}”`}.
          </li>
        ))}
        {missing.length > 0 && <li>Not found in it: {missing.map(({ label }) => `“${label}”`).join(', ')}.</li>}
        {ranking.adjustments.map(({ reason, factor }) => (
          <li key={reason}>
            {adjustments[reason] ?? reason} multiplies by <span className="figures">{factor.toFixed(2)}</span>.
          </li>
        ))}
        <li>
          Score <span className="figures">{ranking.score.toFixed(3)}</span>
        </li>
      </ul>
    </details>
  )
}
