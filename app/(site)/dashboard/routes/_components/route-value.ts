import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'
import { fieldsOf, type RouteField, type RouteFormValue } from './route-fields'

/** A stored route as its form needs it; `value` is the input that would store it again, an article as one text. */
export type EditedRoute = Pick<RouteView, 'routeId' | 'state' | 'toolName' | 'upstream' | 'version'> & {
  value: RouteFormValue
}

/** Where a browser keeps a route's draft: by shop, since several may be written in one browser. */
export const draftKey = (handle: string, route: string): string => `turnpike-draft ${handle} ${route}`

/** The texts of a form's controls by name; of a box that is not ticked, none. */
export type FormTexts = Readonly<Record<string, readonly string[]>>

const NEW_PASS = { days: 30, scope: { kind: 'shop' } } as const

/** A new route before anything is written. Networks of test money are chosen; real money never is. */
export function newValue(kind: RouteKind, testNetworks: string[]): RouteFormValue {
  const common = { title: '', method: 'GET', path: '', discovery: { isListed: false } } as const
  const dollars = kind === 'article' || kind === 'file' ? '0.10' : ''
  const sold = { ...common, price: { dollars, networks: testNetworks } }
  const served = { ...sold, mimeType: 'application/json', streamSeconds: 300, upstream: { url: '', timeoutMs: 15_000 } }
  switch (kind) {
    case 'article':
      return { kind, ...sold, signIn: {}, body: '' }
    case 'file':
      return { kind, ...sold, signIn: {} }
    case 'api':
      return { kind, ...served }
    case 'metered_api':
      return { kind, ...served, metering: { unit: 'call', dollars: '' } }
    case 'sign_in':
      return { kind, ...common, signIn: {}, networks: testNetworks, body: '' }
    case 'pass':
      return { kind, ...sold, pass: NEW_PASS }
  }
}

export function textsOf(value: RouteFormValue): FormTexts {
  const places = 'options' in value ? Object.keys(value.options ?? []) : []
  return Object.fromEntries(
    fieldsOf(value.kind).flatMap(([path, field]) =>
      namesOf(path, places).map((name) => [name, showField(field, partAt(value, name))]),
    ),
  )
}

export const RULED_OUT = '*'

/** A value's part as its control's texts. Secret headers are never shown. */
function showField({ kind, scale = 1 }: RouteField, part: unknown): string[] {
  if (kind === 'access') return [isObject(part) ? String(part.entitlementSeconds ?? 'kept') : 'once']
  if (kind === 'meter' && isObject(part)) {
    return [String(part.unit === 'json_field' ? `json_${part.holds}` : part.unit)]
  }
  if (kind === 'tick') return part ? ['yes'] : []
  if (kind === 'query' && part === 'ignored') return ['', RULED_OUT]
  if (part === undefined || part === null) return []
  if (kind === 'scope' && isObject(part)) return [scopeText(part)]
  if (kind === 'networks') return (part as unknown[]).map(String) // The schema's own list.
  if (kind === 'number') return [String(Number(part) / scale)]
  if (kind === 'json') return [JSON.stringify(part, null, 2)]
  if (Array.isArray(part)) return [part.join(', ')]
  return kind === 'headers' || kind === 'group' ? [] : [String(part)]
}

const scopeText = ({ kind, tag, gatewayId }: Record<string, unknown>): string =>
  kind === 'tag' || kind === 'gateway' ? `${kind}:${tag ?? gatewayId}` : String(kind)

export const isObject = (part: unknown): part is Record<string, unknown> => typeof part === 'object' && part !== null

/** A path's names: one for each place where it stands for several. */
export const namesOf = (path: string, places: readonly string[]): string[] =>
  path.includes('*') ? places.map((place) => path.replace('*', place)) : [path]

export const partAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inside, name) => (isObject(inside) ? inside[name] : undefined), value)

/** The heading that a text begins with. */
export const headingOf = (text: string) => /^\s*#{1,6}[ \t]+(\S.*)\n?/.exec(text)
