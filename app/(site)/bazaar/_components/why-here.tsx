import { isPoorFit, type Listing } from '../_server/explorer'
import { spellStems } from '../_server/found-words'

type Ranking = NonNullable<Listing['ranking']>
type Match = Ranking['matches'][number]

const places: Record<string, string> = {
  A: 'its name or tags',
  B: 'its address',
  C: 'its description',
  D: 'its parameters',
}

const adjustments: Record<string, string> = {
  quality: 'Its quality (proof, health, independent payers)',
  suspect: 'Distrust of its text or its payers',
  dead: 'That it does not answer',
}

/** Why a search found it, in a line; how it came to this place in the order, as the public endpoint reports it, behind that. */
export function WhyHere({ listing, ranking }: { listing: Listing; ranking: Ranking }) {
  const fit = fitInWords(listing, ranking)
  return (
    <details className="text-small">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 lg:min-h-8">
        {fit && <span className="min-w-0 wrap-anywhere text-quiet">{fit}</span>}
        <span className="text-accent underline underline-offset-4">Why it is here</span>
      </summary>
      <ul className="grid max-w-measure gap-1 border-s-2 border-rule ps-3">
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

/** "Fits by “weather” in its name or tags, “cheap” in its description; not found: “snow”". Null where no words were searched for. */
function fitInWords(listing: Listing, ranking: Ranking): string | null {
  const { matches } = ranking
  if (matches.length === 0) return null
  const found = Object.entries(places).flatMap(([place, inWords]) => {
    const there = matches.filter(({ field }) => field === place).map((match) => matchInWords(listing, match))
    return there.length === 0 ? [] : [`${there.join(', ')} in ${inWords}`]
  })
  const missing = matches.filter(({ field }) => field === null).map(({ label }) => `“${label}”`)
  const isPoor = isPoorFit(ranking)
  return [
    found.length > 0 ? `${isPoor ? 'Fits in part' : 'Fits'} by ${found.join('; ')}` : 'Fits by its meaning',
    ...(missing.length > 0 ? [`not found: ${missing.join(', ')}`] : []),
  ].join('; ')
}

function matchInWords(listing: Listing, { label, via, as }: Match): string {
  if (via === 'typo') return `“${label}” read as “${spellStems(listing, as ?? label)}”`
  if (via === 'synonym') return `“${label}” by its synonym “${spellStems(listing, as ?? label)}”`
  return `“${label}”`
}
