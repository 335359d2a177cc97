import { useFormatter, useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import type { Facets } from '@/lib/bazaar/browse/facets'
import { PageLink } from '@/lib/site/ui/page-link'
import { Unfold } from '@/lib/site/ui/unfold'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { type ExplorerParameters, explorerAddress } from '../_components/explorer-address'
import { checksInWords } from '../_components/facts-in-words'
import { dollarsInWords, typeName } from './chips'

type FacetName = keyof Facets
type FilterLinksProps = { parameters: ExplorerParameters; facets: Facets }
type Choice = { text: string; count: number; href: string; isCurrent: boolean }
export function FilterLinks({ parameters, facets }: FilterLinksProps) {
  const t = useTranslations('bazaar')
  const inDigits = useLocalDigits()
  const groups: { title: string; name: FacetName; inWords: (value: string) => string }[] = [
    { title: t('words.kind'), name: 'type', inWords: (value) => typeName(t, value) },
    {
      title: t('words.price'),
      name: 'maxUsdPrice',
      inWords: (value) => t('chips.upTo', { price: inDigits(dollarsInWords(Number(value))) }),
    },
    { title: t('words.health'), name: 'health', inWords: (value) => checksInWords(t, value) },
    { title: t('words.scheme'), name: 'scheme', inWords: (value) => value },
    { title: t('filters.version'), name: 'x402Version', inWords: (value) => t('chips.version', { version: value }) },
    { title: t('filters.network'), name: 'network', inWords: networkName },
    { title: t('filters.tag'), name: 'tags', inWords: (value) => value },
  ]
  return (
    <nav aria-label={t('filters.label')} className="flex flex-wrap gap-2">
      {groups.map(({ title, name, inWords }) => (
        <FilterGroup key={name} title={title} choices={choicesOf(parameters, facets, name, inWords)} />
      ))}
    </nav>
  )
}

/** A set filter is shown even without results, so that it can be removed here. */
function choicesOf(
  parameters: ExplorerParameters,
  facets: Facets,
  name: FacetName,
  inWords: (value: string) => string,
): Choice[] {
  const set = parameters[name]
  const isMissing = set !== undefined && !set.includes(',') && !facets[name].some(({ value }) => value === set)
  const values = isMissing && /^[^*]+$/.test(set) ? [...facets[name], { value: set, count: 0 }] : facets[name]
  return values
    .filter(({ value, count }) => count > 0 || value === set)
    .map(({ value, count }) => ({
      text: inWords(value),
      count,
      href: explorerAddress(parameters, { [name]: value === set ? null : value }),
      isCurrent: value === set,
    }))
}

function FilterGroup({ title, choices }: { title: string; choices: Choice[] }) {
  if (choices.length === 0) return null
  return (
    <details name="filter" className="relative">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-[3px] border border-dashed border-edge px-3 text-small hover:border-ink lg:min-h-8 [&::-webkit-details-marker]:hidden">
        {title}
        <Unfold />
      </summary>
      <div className="absolute z-10 mt-1 max-h-80 w-64 max-w-[80vw] overflow-y-auto border border-edge bg-sheet px-4 py-2 shadow-dialog">
        <ChoiceList title={title} choices={choices} />
      </div>
    </details>
  )
}

function ChoiceList({ title, choices }: { title: string; choices: Choice[] }) {
  const format = useFormatter()
  return (
    <ul aria-label={title}>
      {choices.map(({ text, count, href, isCurrent }) => (
        <li key={text}>
          <PageLink
            href={href}
            aria-current={isCurrent ? 'true' : undefined}
            className="group inline-flex min-h-11 lg:min-h-8 items-center gap-2 text-small text-accent aria-[current]:font-strong aria-[current]:text-ink"
          >
            <span className="wrap-anywhere underline-offset-4 group-hover:underline">{text}</span>{' '}
            <span className="figures text-quiet">{format.number(count)}</span>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}
