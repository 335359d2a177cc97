import { useFormatter, useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import type { Facets } from '@/lib/bazaar/browse/facets'
import { PageLink } from '@/lib/site/ui/page-link'
import { typeName } from '../_components/chips'
import { type ExplorerParameters, explorerAddress } from '../_components/explorer-address'
import { checksInWords } from '../_components/facts-in-words'
import { dollarsInWords } from '../_components/words-of-search'

type FacetName = keyof Facets
type FilterLinksProps = { parameters: ExplorerParameters; facets: Facets }
type Choice = { text: string; count: number; href: string; isCurrent: boolean }

const SHORT = 4

/** Links that narrow the page, each with the number of entries that it leaves. */
export function FilterLinks({ parameters, facets }: FilterLinksProps) {
  const t = useTranslations('bazaar')
  const groups: { title: string; name: FacetName; inWords: (value: string) => string }[] = [
    { title: t('words.kind'), name: 'type', inWords: (value) => typeName(t, value) },
    {
      title: t('words.price'),
      name: 'maxUsdPrice',
      inWords: (value) => t('chips.upTo', { price: dollarsInWords(Number(value)) }),
    },
    { title: t('words.health'), name: 'health', inWords: (value) => checksInWords(t, value) },
    { title: t('words.scheme'), name: 'scheme', inWords: (value) => value },
    { title: t('filters.network'), name: 'network', inWords: networkName },
    { title: t('filters.tag'), name: 'tags', inWords: (value) => value },
  ]
  return (
    <nav aria-label={t('filters.label')}>
      <details className="open-when-wide">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
          {t('filters.open')}
        </summary>
        <div className="grid content-start gap-1 lg:gap-6">
          {groups.map(({ title, name, inWords }) => (
            <FilterGroup key={name} title={title} choices={choicesOf(parameters, facets, name, inWords)} />
          ))}
        </div>
      </details>
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

/** Beside its title on a phone, below it on a wide screen. The end of a long list is folded. */
function FilterGroup({ title, choices }: { title: string; choices: Choice[] }) {
  const t = useTranslations('bazaar.filters')
  if (choices.length === 0) return null
  const isShort = choices.length <= SHORT + 1
  const first = choices.filter(({ isCurrent }, index) => isShort || isCurrent || index < SHORT)
  const rest = choices.filter((choice) => !first.includes(choice))
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-baseline gap-x-4 lg:grid-cols-1">
      <p className="font-strong">{title}</p>
      <div>
        <ChoiceList title={title} choices={first} />
        {rest.length > 0 && (
          <details>
            <summary className="min-h-11 lg:min-h-8 cursor-pointer content-center text-small">
              {t('more', { count: String(rest.length) })}
            </summary>
            <ChoiceList title={t('rest', { title })} choices={rest} />
          </details>
        )}
      </div>
    </div>
  )
}

function ChoiceList({ title, choices }: { title: string; choices: Choice[] }) {
  const format = useFormatter()
  return (
    <ul aria-label={title} className="flex flex-wrap gap-x-4 lg:block">
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
