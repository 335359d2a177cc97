import type { PassScopes } from '@/lib/shop/sellers/passes/passes'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'
import type { SellableNetwork } from '@/lib/site/compose/sellable-networks'
import type { Translate } from '@/lib/site/messages/translate'
import type { Shown } from './route-field'
import type { FieldPath } from './route-fields'
import { RULED_OUT } from './route-value'

type RouteFormInput = {
  kind: RouteKind
  handle: string
  networks: SellableNetwork[]
  route: RouteView | null
  scopes?: PassScopes | null
}

/** The parts of controls that depend on the shop, its networks or the stored route. */
export function shownInForm(
  t: Translate<'routeForms'>,
  { kind, handle, networks, route, scopes }: RouteFormInput,
): Partial<Record<FieldPath, Shown>> {
  // Purchases are tied to the address, so it is fixed once the route has been live.
  const isFixed = route !== null && route.state !== 'draft'
  const hasServer = kind === 'api' || kind === 'metered_api'
  const names = route?.upstream?.headerNames ?? []
  const canDeposit = networks.some(({ schemes }) => schemes.includes('batch-settlement'))
  return {
    method: { isLeftOut: isFixed },
    path: { isLeftOut: isFixed, hint: t('more.pathHint', { handle, hasParts: String(kind !== 'pass') }) },
    'upstream.headers': {
      hint: names.length > 0 ? t('upstream.headersKept', { names: names.join(', ') }) : t('upstream.headersHint'),
      boxes: names.length > 0 ? [{ value: RULED_OUT, label: t('upstream.forget') }] : [],
    },
    query: { boxes: [{ value: RULED_OUT, label: t('upstream.queryIgnored') }] },
    signIn: {
      choices: periodsIn(t, route?.settings.signIn?.entitlementSeconds),
      hint: hasServer && t('access.whatCounts'),
    },
    'signIn.resourceUri': { hint: t('signIn.addressHint', { handle }) },
    'pass.scope': { choices: scopesIn(t, scopes) },
    'pass.scope.routeIds': {
      boxes: scopes?.goods.map(({ routeId, title }) => ({ value: routeId, label: title })) ?? [],
    },
    'price.manySmallCalls': { isLeftOut: !canDeposit && !route?.settings.price?.manySmallCalls },
  }
}

/** A pass opens the whole shop, goods that its seller chooses, or all that has a tag or is in a gateway. */
const scopesIn = (t: Translate<'routeForms'>, scopes: PassScopes | null = null) => [
  { value: 'shop', label: t('pass.shop') },
  { value: 'routes', label: t('pass.chosen') },
  ...(scopes?.tags.map((tag) => ({ value: `tag:${tag}`, label: t('pass.tag', { tag }) })) ?? []),
  ...(scopes?.gateways.map(({ gatewayId, title }) => ({
    value: `gateway:${gatewayId}`,
    label: t('pass.gateway', { title }),
  })) ?? []),
]

const DAY_SECONDS = 86_400
const usualDays = [1, 7, 30, 365]

/** How long a payment may open it; with the stored period, where the API has set another. */
function periodsIn(t: Translate<'routeForms'>, stored: number | undefined) {
  const isUsual = stored === undefined || usualDays.some((days) => days * DAY_SECONDS === stored)
  return [
    { value: 'once', label: t('access.once') },
    ...usualDays.map((days) => ({ value: String(days * DAY_SECONDS), label: t('access.days', { days }) })),
    ...(isUsual ? [] : [{ value: String(stored), label: periodInWords(t, stored) }]),
    { value: 'kept', label: t('access.kept') },
  ]
}

function periodInWords(t: Translate<'routeForms'>, seconds: number): string {
  if (seconds % DAY_SECONDS === 0) return t('access.storedDays', { days: seconds / DAY_SECONDS })
  return seconds % 3_600 === 0
    ? t('access.storedHours', { hours: seconds / 3_600 })
    : t('access.storedSeconds', { seconds })
}
