import { Badge, type BadgeState } from '@/lib/ui/badge'
import type { ListingCheck } from '../_server/route-review'
import type { RouteView } from '../_server/seller-reads'
import { checkAdvice, checkTitles, fixLabels } from './check-titles'
import { ListingButton } from './listing-button'

type Status = RouteView['listing']['status']

const stages: Record<Status, { badge: BadgeState; label: string; meaning: string }> = {
  not_listed: {
    badge: 'neutral',
    label: 'Not listed',
    meaning: 'Nobody finds it in the bazaar.',
  },
  processing: { badge: 'waiting', label: 'Processing', meaning: 'The bazaar is being told of the last change.' },
  success: { badge: 'settled', label: 'Listed', meaning: 'People and agents find it in the bazaar.' },
  rejected: { badge: 'refused', label: 'Rejected', meaning: 'The bazaar did not take it.' },
}

/** Mended by the one button that lists the route, which stands above. */
const isListingFix = (id: string) => id === 'declares_bazaar' || id === 'describes_input'

type ListingPipelineProps = { route: RouteView; checks: ListingCheck[] }

/**
 * The route's state in the bazaar, its checks there, and what to do about them.
 * Empty for a route that opens by sign-in alone: the bazaar lists prices.
 */
export function ListingPipeline({ route, checks }: ListingPipelineProps) {
  const { routeId, kind, state, settings, listing } = route
  if (kind === 'sign_in') return null
  const { badge, label, meaning } = stages[listing.status]
  const isWanted = settings.discovery.isListed
  const open = checks.filter(({ isPassed }) => !isPassed)
  const passed = checks.filter(({ isPassed }) => isPassed)
  return (
    <section aria-labelledby="listing" className="grid gap-4 border-t border-rule pt-8">
      <h2 id="listing" className="text-title font-strong">
        Listing
      </h2>
      <div role="status" className="grid gap-1">
        <p>
          <Badge state={badge}>{label}</Badge>
        </p>
        <p>{listing.reason ?? (isWanted && state !== 'live' ? 'It is listed while it is live.' : meaning)}</p>
      </div>
      {state !== 'archived' && (
        <div className="flex flex-wrap gap-4">
          {isWanted && state === 'live' && (
            <ListingButton routeId={routeId} act="refresh" label="Refresh the listing" />
          )}
          {isWanted && <ListingButton routeId={routeId} act="delist" label="Take it out of the bazaar" />}
          {!isWanted && <ListingButton routeId={routeId} act="declares_bazaar" label="List it in the bazaar" />}
        </div>
      )}
      {open.length > 0 && (
        <ul className="grid max-w-measure gap-4">
          {open.map(({ id, level, found, advice, isFixable }) => (
            <li key={id} className="grid justify-items-start gap-2">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Badge state={level === 'required' ? 'refused' : 'waiting'}>
                  {level === 'required' ? 'Needed' : 'Not yet'}
                </Badge>
                <span className="font-strong">{checkTitles[id] ?? id}</span>
              </p>
              <p className="text-small text-quiet">{checkAdvice[id] ?? advice ?? found}</p>
              {isFixable && !isListingFix(id) && state !== 'archived' && (
                <ListingButton routeId={routeId} act={id} label={fixLabels[id] ?? 'Mend it'} />
              )}
            </li>
          ))}
        </ul>
      )}
      {passed.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2">
            {passed.length} {passed.length === 1 ? 'check passes' : 'checks pass'}
          </summary>
          <ul className="grid gap-1">
            {passed.map(({ id, found }) => (
              <li key={id}>
                <Badge state="settled">Passes</Badge> {checkTitles[id] ?? id}{' '}
                <span className="text-small text-quiet">{found}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
