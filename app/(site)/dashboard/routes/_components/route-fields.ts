import type { z } from 'zod'
import { type RouteKind, routeKinds } from '@/lib/shop/sellers/routes/kinds'
import type { FieldOf, routeInput } from '@/lib/shop/sellers/routes/route-input'

export type RouteFormValue = z.input<typeof routeInput>

/** A path in the value, such as `price.dollars`; `*` stands for the place of one of several. */
type PathIn<Value> = Value extends readonly (infer Item)[]
  ? `*.${PathIn<Item>}`
  : Value extends object
    ? { [Name in keyof Value & string]-?: Name | `${Name}.${PathIn<NonNullable<Value[Name]>>}` }[keyof Value & string]
    : never

/** The first text of a control as it is written; undefined where the form does not have it. */
type FieldValue = (path: string) => string | undefined

export type RouteField = {
  kind: FieldKind
  part: string
  /** The kinds of routes that have it; all where left out. */
  of?: readonly RouteKind[]
  /** Sent even when empty, for the verb to ask for it. */
  isNeeded?: true
  /** How many of the value's units one written unit has. */
  scale?: number
  isSwitch?: true
  choices?: readonly string[]
  /** Whether it counts beside what else is written. Where not, a changed text is refused, not lost. */
  when?: (written: FieldValue) => boolean
  otherwise?: 'chooseAccess' | 'meterUnused' | 'onePrice' | 'unused'
  also?: string
}

type FieldKind =
  | 'line'
  | 'code'
  | 'path'
  | 'prose'
  | 'dollars'
  | 'number'
  | 'words'
  | 'json'
  | 'choice'
  | 'tick'
  | 'networks'
  // What a pass opens: the shop, or a part of it that its text names.
  | 'scope'
  | 'group'
  // Each decides about the object at its path: null, or one with the fields below it.
  | 'access'
  | 'meter'
  // Text, and a box that rules it out.
  | 'query'
  | 'headers'

const goods: RouteKind[] = ['article', 'file', 'api', 'metered_api']
const priced: RouteKind[] = [...goods, 'pass']
const servers: RouteKind[] = ['api', 'metered_api']
const metered: RouteKind[] = ['metered_api']

const hasSignIn = (written: FieldValue) => written('signIn') !== 'once'
const hasOnePrice = (written: FieldValue) => written('options.0.dollars') === undefined
const hasUnitPrice = (written: FieldValue) =>
  written('metering') !== 'header' && !(written('metering') === 'json_dollars' && !written('metering.dollars'))

const inSignIn = { part: 'signIn', when: hasSignIn, otherwise: 'chooseAccess' } as const
const inPrice = { of: priced, when: hasOnePrice, otherwise: 'onePrice' } as const
const inBazaar = { of: priced, part: 'bazaar' } as const
const inSchemas = { kind: 'json', of: goods, part: 'schemas' } as const
const inAnswer = { of: servers, part: 'answer' } as const
const inPass = { of: ['pass'], part: 'pass' } as const
const inMeter = { of: metered, part: 'meter' } as const
const units = ['call', 'thousand_characters', 'byte', 'second', 'event', 'header', 'json_count', 'json_dollars']

/** Fields of the input without a control: chosen before the form, said only by the API, or shown by their own parts. */
type Unshown = 'kind' | 'state' | 'teaser' | 'upstream' | 'pass' | 'price' | 'discovery'

/**
 * Every field of the form, by its path in the value, which is its control's name too. Its texts are those of its id among
 * `routeForms.fields`: label, `-hint`, and choices. A switch stands before its own.
 */
const routeFields = {
  title: { kind: 'line', part: 'text', isNeeded: true },
  body: { kind: 'prose', part: 'text', of: ['article', 'sign_in'], isNeeded: true, also: 'teaser' },
  'upstream.url': { kind: 'code', part: 'server', of: servers, isNeeded: true, also: 'upstream' },
  'upstream.headers': { kind: 'headers', part: 'server', of: servers },
  'pass.scope': { kind: 'scope', ...inPass },
  'pass.scope.routeIds': {
    kind: 'networks',
    ...inPass,
    when: (written) => written('pass.scope') === 'routes',
  },
  'pass.days': { kind: 'number', ...inPass, isNeeded: true },
  'price.dollars': { kind: 'dollars', part: 'price', ...inPrice, isNeeded: true, also: 'price' },
  metering: { kind: 'meter', ...inMeter, choices: units },
  'metering.dollars': { kind: 'dollars', ...inMeter, isNeeded: true, when: hasUnitPrice, otherwise: 'meterUnused' },
  'metering.field': {
    kind: 'code',
    ...inMeter,
    isNeeded: true,
    when: (written) => written('metering')?.startsWith('json_') ?? false,
  },
  'price.networks': { kind: 'networks', part: 'networks', ...inPrice },
  networks: { kind: 'networks', part: 'networks', of: ['sign_in'] },
  description: { kind: 'prose', part: 'about' },
  publishedAt: { kind: 'code', part: 'about', of: ['article'] },
  formerPath: { kind: 'code', part: 'about', of: ['article'] },
  method: { kind: 'choice', part: 'about', of: servers, choices: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
  path: { kind: 'path', part: 'place' },
  'upstream.timeoutMs': { kind: 'number', ...inAnswer, scale: 1_000 },
  maxUploadBytes: { kind: 'number', ...inAnswer, scale: 1_000_000 },
  isStreaming: { kind: 'tick', ...inAnswer },
  streamSeconds: { kind: 'number', ...inAnswer },
  chargeOn: { kind: 'choice', ...inAnswer, choices: ['body', 'no_error'] },
  query: { kind: 'query', ...inAnswer },
  mimeType: { kind: 'code', ...inAnswer },
  'metering.name': { kind: 'code', part: 'answer', of: metered, when: (written) => written('metering') === 'header' },
  options: { kind: 'group', part: 'options', of: goods },
  'options.*.scheme': { kind: 'choice', part: 'options', of: metered, choices: ['upto', 'exact'] },
  'options.*.dollars': { kind: 'dollars', part: 'options', of: goods, isNeeded: true },
  'options.*.networks': { kind: 'networks', part: 'options', of: goods },
  signIn: { kind: 'access', part: 'access', of: goods },
  settle: { kind: 'choice', part: 'access', of: ['article', 'file', 'api'], choices: ['after', 'before'] },
  'signIn.statement': { kind: 'line', ...inSignIn },
  'signIn.resourceUri': { kind: 'code', ...inSignIn },
  'pass.callsPerDay': { kind: 'number', of: ['pass'], part: 'limits' },
  'pass.keepsRead': { kind: 'tick', of: ['pass'], part: 'limits' },
  'price.manySmallCalls': { kind: 'tick', part: 'calls', ...inPrice, of: goods },
  'discovery.isListed': { kind: 'tick', part: 'show', of: priced, also: 'discovery', isSwitch: true },
  'discovery.serviceName': { kind: 'line', ...inBazaar },
  'discovery.tags': { kind: 'words', ...inBazaar },
  'discovery.iconUrl': { kind: 'code', ...inBazaar },
  'discovery.input': inSchemas,
  'discovery.inputSchema': inSchemas,
  'discovery.outputSchema': inSchemas,
  isTool: { kind: 'tick', part: 'agents', of: priced },
} as const satisfies Partial<Record<PathIn<RouteFormValue>, RouteField>> &
  Record<Exclude<FieldOf<RouteFormValue>, Unshown>, RouteField>

export type FieldPath = keyof typeof routeFields
export type FormPart = (typeof routeFields)[FieldPath]['part']

export const tableOf: Readonly<Record<FieldPath, RouteField>> = routeFields

export const fieldsOf = (kind: RouteKind): [path: FieldPath, field: RouteField][] =>
  Object.entries(tableOf).flatMap(([path, field]) =>
    (field.of ?? routeKinds).includes(kind) ? [[path as FieldPath, field]] : [],
  )

/** The field that a path belongs to, such as a fault's, which may name an item of a list; null where there is none. */
export function fieldAt(path: string): { path: FieldPath; name: string } | null {
  for (let name = path; name !== ''; name = name.split('.').slice(0, -1).join('.')) {
    const known = name.replace(/^options\.\d\./, 'options.*.')
    if (Object.hasOwn(routeFields, known)) return { path: known as FieldPath, name }
    const [other] = Object.entries(tableOf).find(([, { also }]) => also === name) ?? []
    if (other) return { path: other as FieldPath, name: other }
  }
  return null
}

/** The key of a field's text; the first of several prices is named as the only one. */
export function textOf(path: FieldPath, what = ''): string {
  const key = path
    .replace(/^options\.\*\.(dollars|networks)$/, 'price.$1')
    .replace('.*', '')
    .replaceAll('.', '-')
  return what === '' ? key : `${key}-${what}`
}
