import { surfaceLimits } from '@/lib/base/http/surface-limits'
import type { Surface } from '../checks/list-surfaces'
import type { SurfaceFacts } from './surface-facts'

const { atOnce, perSecond } = surfaceLimits.pages

const HEAD = `# Addresses and limits

<!-- Made by \`npx tsx development/reference/main.ts\` from the folder app/, lib/base/http/surface-limits.ts and development/reference/surface-facts.ts. -->

Each request has at most 8 KB of address and 8 KB in one header, no NUL and no broken UTF-8; anything else is refused before a route sees
it. A caller is the address of the connection, or the one that as many proxies as \`TRUSTED_PROXIES\` name; IPv6 counts by its /64. Rates
are for each caller, counted over ten seconds in the database, for all instances together; more is answered 429 with \`Retry-After\`. Where
no rate stands, put a limit of your proxy in front. The demo allows this machine more.

Pages that are not named answer GET to anyone; below \`/dashboard\` to the shop's owner, and below \`/dashboard/operator\` to operators. Their
actions take 2 MB. One address has ${atOnce} pages at once and then ${perSecond} a second, in each instance; more is answered 429 with
\`Retry-After\`. Files, paid routes and what comes from this machine are not counted.

| Address | Methods | Who | Rate | Size of the body |
| --- | --- | --- | --- | --- |
`

/** The table of addresses. Throws when a route handler has no facts, or facts have no address. */
export function surfacesPage(surfaces: readonly Surface[], facts: Readonly<Record<string, SurfaceFacts>>): string {
  const paths = new Set(surfaces.map(({ path }) => path))
  const gone = Object.keys(facts).filter((path) => !paths.has(path))
  const unsaid = surfaces.filter(({ path, kind }) => kind === 'route' && !facts[path]).map(({ path }) => path)
  if (gone.length + unsaid.length > 0)
    throw new Error(`Expected facts of ${unsaid.join(', ') || 'no more'} and none of ${gone.join(', ') || 'others'}.`)
  const rows = surfaces.flatMap(({ path, kind, methods }) => {
    const { who, rate = '', size = '' } = facts[path] ?? { who: '' }
    if (who === '') return []
    const taken = kind === 'page' ? 'GET' : methods.length >= 6 ? 'all' : methods.join(', ')
    return [`| \`${path}\` | ${taken} | ${who} | ${rate || '-'} | ${size || '-'} |\n`]
  })
  return HEAD + rows.join('')
}
