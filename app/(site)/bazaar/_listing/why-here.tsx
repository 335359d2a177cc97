import { useFormatter, useTranslations } from 'next-intl'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { isPoorFit } from '@/lib/bazaar/search/poor-fit'
import type { BazaarTexts } from '../_components/facts-in-words'
import { findKnown } from '../_components/find-known'
import { spellStems } from '../_server/found-words'

type Ranking = NonNullable<Listing['ranking']>
type Match = Ranking['matches'][number]

const places = { A: 'why.inName', B: 'why.inAddress', C: 'why.inDescription', D: 'why.inParameters' } as const

const adjustments = { quality: 'why.quality', suspect: 'why.suspect', dead: 'why.dead' } as const

/** Why a search found it, in a line; behind that, its rank's factors as the public endpoint reports them. */
export function WhyHere({ listing, ranking }: { listing: Listing; ranking: Ranking }) {
  const t = useTranslations('bazaar')
  const format = useFormatter()
  const fit = fitInWords(t, listing, ranking)
  const exact = (number: number, digits: number) =>
    format.number(number, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return (
    <details className="text-small">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 lg:min-h-8">
        {fit && <span className="min-w-0 wrap-anywhere text-quiet">{fit}</span>}
        <span className="text-accent underline underline-offset-4">{t('why.open')}</span>
      </summary>
      <ul className="grid max-w-measure gap-1 border-s-2 border-rule ps-3">
        {ranking.adjustments.map(({ reason, factor }) => {
          const known = findKnown(adjustments, reason)
          if (!known) return null
          return (
            <li key={reason}>
              {t.rich(known, { factor: exact(factor, 2), figure: (words) => <span className="figures">{words}</span> })}
            </li>
          )
        })}
        <li>
          {t.rich('why.score', {
            score: exact(ranking.score, 3),
            figure: (words) => <span className="figures">{words}</span>,
          })}
        </li>
      </ul>
    </details>
  )
}

/** "Matches “weather” in its name or tags, “cheap” in its description; not found: “snow”". Null without words. */
function fitInWords(t: BazaarTexts, listing: Listing, ranking: Ranking): string | null {
  const { matches } = ranking
  if (matches.length === 0) return null
  const found = Object.entries(places).flatMap(([place, inWords]) => {
    const there = matches.filter(({ field }) => field === place).map((match) => matchInWords(t, listing, match))
    return there.length === 0 ? [] : [t(inWords, { words: there.join(', ') })]
  })
  const missing = matches.filter(({ field }) => field === null).map(({ label }) => t('quoted', { words: label }))
  return [
    found.length > 0
      ? t(isPoorFit(ranking) ? 'why.fitsInPart' : 'why.fits', { found: found.join('; ') })
      : t('why.fitsByMeaning'),
    ...(missing.length > 0 ? [t('why.notFound', { words: missing.join(', ') })] : []),
  ].join('; ')
}

function matchInWords(t: BazaarTexts, listing: Listing, { label, via, as }: Match): string {
  if (via === 'typo') return t('why.typo', { label, as: spellStems(listing, as ?? label) })
  if (via === 'synonym') return t('why.synonym', { label, as: spellStems(listing, as ?? label) })
  return t('quoted', { words: label })
}
