import NextLink from 'next/link'
import { networkName } from '@/lib/x402/networks'
import type { Facets } from '../_server/explorer'
import { dollarsInWords, typeName } from './chips'
import { type ExplorerParameters, explorerAddress } from './explorer-address'
import { checksInWords } from './facts-in-words'

type FacetName = keyof Facets
type FilterLinksProps = { parameters: ExplorerParameters; facets: Facets }
type Choice = { text: string; count: number; href: string; isCurrent: boolean }

const SHORT = 4

/** Ways to narrow the page, as addresses, each with how many entries it leaves. */
export function FilterLinks({ parameters, facets }: FilterLinksProps) {
  const groups: { title: string; name: FacetName; inWords: (value: string) => string }[] = [
    { title: 'Kind', name: 'type', inWords: typeName },
    { title: 'Price', name: 'maxUsdPrice', inWords: (value) => `up to ${dollarsInWords(Number(value))}` },
    { title: 'Health', name: 'health', inWords: checksInWords },
    { title: 'Scheme', name: 'scheme', inWords: (value) => value },
    { title: 'Network', name: 'network', inWords: networkName },
    { title: 'Tag', name: 'tags', inWords: (value) => value },
  ]
  return (
    <nav aria-label="Filters">
      <details className="open-when-wide">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
          Narrow by price, network, kind or health
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

/** A set filter stays among the choices without results, so that it can be unset here. */
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

/** Beside its title on a phone, below it on a wide screen. The end of a long list waits behind a word. */
function FilterGroup({ title, choices }: { title: string; choices: Choice[] }) {
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
              {rest.length} more
            </summary>
            <ChoiceList title={`${title}, the rest`} choices={rest} />
          </details>
        )}
      </div>
    </div>
  )
}

function ChoiceList({ title, choices }: { title: string; choices: Choice[] }) {
  return (
    <ul aria-label={title} className="flex flex-wrap gap-x-4 lg:block">
      {choices.map(({ text, count, href, isCurrent }) => (
        <li key={text}>
          <NextLink
            href={href}
            prefetch={false}
            aria-current={isCurrent ? 'true' : undefined}
            className="group inline-flex min-h-11 lg:min-h-8 items-center gap-2 text-small text-accent aria-[current]:font-strong aria-[current]:text-ink"
          >
            <span className="wrap-anywhere underline-offset-4 group-hover:underline">{text}</span>{' '}
            <span className="figures text-quiet">{count.toLocaleString('en-GB')}</span>
          </NextLink>
        </li>
      ))}
    </ul>
  )
}
