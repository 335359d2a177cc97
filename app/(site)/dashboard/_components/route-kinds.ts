import type { BadgeState } from '@/lib/ui/badge'
import type { RouteKind, RouteView } from '../_server/seller-reads'

export const routeKinds: { kind: RouteKind; title: string; what: string }[] = [
  { kind: 'article', title: 'Article', what: 'A text in Markdown, paid once.' },
  { kind: 'file', title: 'File', what: 'An upload of up to 100 MB, streamed to its buyers.' },
  { kind: 'api', title: 'API', what: 'Your own server behind our gate, at a fixed price per call.' },
  { kind: 'metered_api', title: 'Metered API', what: 'Your own server, charged by what each answer uses.' },
  { kind: 'sign_in', title: 'Sign-in only', what: 'A text for wallets that sign in; nothing is charged.' },
]

/** What is sold as several routes at once. */
const routesAtOnce = [
  {
    href: '/dashboard/routes/import',
    title: 'A folder of texts',
    what: 'Markdown files that you have already, with their images.',
  },
  {
    href: '/dashboard/gateways',
    title: 'A whole API',
    what: 'All operations of a service that you run, priced one by one, from its OpenAPI document.',
  },
]

/** Everything that can be sold, and where that begins. */
export const newRouteChoices = [
  ...routeKinds.map(({ kind, ...each }) => ({ href: `/dashboard/routes/new?kind=${kind}`, ...each })),
  ...routesAtOnce,
]

export const kindTitle = (kind: RouteKind): string => routeKinds.find((each) => each.kind === kind)?.title ?? kind

const stateBadges = {
  draft: { state: 'neutral', label: 'Draft' },
  live: { state: 'settled', label: 'Live' },
  paused: { state: 'waiting', label: 'Paused' },
  archived: { state: 'neutral', label: 'Archived' },
} as const

/** The state of a route in a word; a suspension goes before the seller's own state. */
export const badgeOf = (state: RouteView['state'], isSuspended: boolean): { state: BadgeState; label: string } =>
  isSuspended ? { state: 'refused', label: 'Suspended' } : stateBadges[state]
