import type { z } from 'zod'
import { USUAL_MOST_UNPAID } from '@/lib/base/x402/payment-option'
import { type RouteKind, routeKinds } from '@/lib/shop/sellers/routes/kinds'
import type { routeInput } from '@/lib/shop/sellers/routes/route-input'

/** What the form of a route holds: the API's own input. */
export type RouteFormValue = z.input<typeof routeInput>

/** A path in the value, such as `price.dollars`; `*` stands for the place of one of several. */
type PathIn<Value> = Value extends readonly (infer Item)[]
  ? `*.${PathIn<Item>}`
  : Value extends object
    ? { [Name in keyof Value & string]-?: Name | `${Name}.${PathIn<NonNullable<Value[Name]>>}` }[keyof Value & string]
    : never

/** The first text of a control as it is written; undefined where the form does not have it. */
type Written = (path: string) => string | undefined

type Field = {
  /** How it is shown and read. */
  kind: FieldKind
  label: string
  hint?: string
  /** The part of the form that it stands in. */
  part: FormPart
  /** The kinds of routes that have it; all where left out. */
  of?: readonly RouteKind[]
  /** Sent even when empty, for the verb to ask for it. */
  isNeeded?: true
  /** How many of the value's units one written unit has. */
  scale?: number
  /** Shown while the value has none. */
  usual?: string
  /** The texts of a list's choices; a choice without one is its own. */
  choices?: Readonly<Record<string, string>>
  /** Whether it counts beside what else is written. Where not, a changed text is refused, not lost. */
  when?: (written: Written) => boolean
  otherwise?: 'chooseAccess' | 'trailerUnused' | 'onePrice' | 'unused'
  /** Another path whose faults belong to this control. */
  also?: string
}

export type FieldKind =
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
  | 'group'
  // Each decides about the object at its path: null, or one with the fields below it.
  | 'access'
  | 'credit'
  | 'meter'
  // Text, and a box that rules it out.
  | 'query'
  | 'headers'

export type FormPart =
  | 'text'
  | 'server'
  | 'price'
  | 'meter'
  | 'networks'
  | 'address'
  | 'answer'
  | 'credit'
  | 'options'
  | 'access'
  | 'signIn'
  | 'calls'
  | 'bazaar'
  | 'schemas'
  | 'agents'

const goods: RouteKind[] = ['article', 'file', 'api', 'metered_api']
const servers: RouteKind[] = ['api', 'metered_api']
const metered: RouteKind[] = ['metered_api']

const hasSignIn = (written: Written) => written('signIn') !== 'once'
const hasOnePrice = (written: Written) => written('options.0.dollars') === undefined
const isCounted = (written: Written) => !/^(header|json_)/.test(written('metering') ?? '')

/** Every field of the form, by its path in the value, which is its control's name too. A switch stands before its own. */
const routeFields = {
  title: { kind: 'line', label: 'routeForms.title', part: 'text', isNeeded: true },
  body: {
    ...{ kind: 'prose', label: 'routeForms.text.label', part: 'text', of: ['article', 'sign_in'] },
    ...{ isNeeded: true, also: 'teaser' },
  },
  'upstream.url': {
    ...{ kind: 'code', label: 'routeForms.upstream.address', hint: 'routeForms.upstream.addressHint', part: 'server' },
    ...{ of: servers, isNeeded: true, also: 'upstream' },
  },
  'upstream.headers': { kind: 'headers', label: 'routeForms.upstream.headers', part: 'server', of: servers },
  'price.dollars': {
    ...{ kind: 'dollars', label: 'routeForms.price.label', part: 'price', of: goods, isNeeded: true },
    ...{ also: 'price', when: hasOnePrice, otherwise: 'onePrice' },
  },
  metering: {
    ...{ kind: 'meter', label: 'routeForms.meter.label', part: 'meter', of: metered },
    choices: {
      call: 'routeForms.meter.call',
      thousand_characters: 'routeForms.meter.thousandCharacters',
      byte: 'routeForms.meter.byte',
      second: 'routeForms.meter.second',
      event: 'routeForms.meter.event',
      header: 'routeForms.meter.header',
      json_count: 'routeForms.meter.jsonCount',
      json_dollars: 'routeForms.meter.jsonDollars',
    },
  },
  'metering.dollars': {
    ...{ kind: 'dollars', label: 'routeForms.meter.each', hint: 'routeForms.meter.eachHint', part: 'meter' },
    ...{ of: metered, isNeeded: true, otherwise: 'trailerUnused' },
    when: (written) =>
      written('metering') !== 'header' && !(written('metering') === 'json_dollars' && !written('metering.dollars')),
  },
  'metering.field': {
    ...{ kind: 'code', label: 'routeForms.meter.field', hint: 'routeForms.meter.fieldHint', part: 'meter' },
    ...{ of: metered, isNeeded: true },
    when: (written) => written('metering')?.startsWith('json_') ?? false,
  },
  'price.networks': {
    ...{ kind: 'networks', label: 'routeForms.networks.paidOn', part: 'networks', of: goods },
    ...{ when: hasOnePrice, otherwise: 'onePrice' },
  },
  networks: { kind: 'networks', label: 'routeForms.networks.walletsOf', part: 'networks', of: ['sign_in'] },
  description: {
    ...{ kind: 'prose', label: 'routeForms.more.description', hint: 'routeForms.more.descriptionHint' },
    part: 'address',
  },
  method: {
    ...{ kind: 'choice', label: 'routeForms.more.method', part: 'address', of: servers },
    choices: { GET: '', POST: '', PUT: '', PATCH: '', DELETE: '' },
  },
  path: { kind: 'path', label: 'routeForms.more.path', part: 'address' },
  'upstream.timeoutMs': {
    ...{ kind: 'number', label: 'routeForms.upstream.wait', part: 'answer', of: servers, scale: 1_000 },
  },
  maxUploadBytes: {
    ...{ kind: 'number', label: 'passing.upload', hint: 'passing.uploadHint', part: 'answer', of: servers },
    scale: 1_000_000,
  },
  isStreaming: { kind: 'tick', label: 'passing.streaming', part: 'answer', of: servers },
  streamSeconds: { kind: 'number', label: 'passing.seconds', part: 'answer', of: servers },
  query: {
    ...{ kind: 'query', label: 'routeForms.upstream.query', hint: 'routeForms.upstream.queryHint', part: 'answer' },
    of: servers,
  },
  mimeType: { kind: 'code', label: 'routeForms.upstream.mediaType', part: 'answer', of: servers },
  'metering.trailer': {
    ...{ kind: 'code', label: 'routeForms.meter.trailer', hint: 'routeForms.meter.trailerHint', part: 'answer' },
    ...{ of: metered, when: isCounted, otherwise: 'trailerUnused' },
  },
  'metering.name': {
    ...{ kind: 'code', label: 'routeForms.meter.name', hint: 'routeForms.meter.nameHint', part: 'answer' },
    ...{ of: metered, when: (written) => written('metering') === 'header' },
  },
  streamsOnCredit: { kind: 'credit', label: 'passing.credit.label', part: 'credit', of: metered },
  'streamsOnCredit.mostUnpaid': {
    ...{ kind: 'dollars', label: 'passing.credit.most', hint: 'passing.credit.mostHint', part: 'credit', of: metered },
    ...{ usual: USUAL_MOST_UNPAID, when: (written) => written('streamsOnCredit') === 'yes' },
  },
  options: { kind: 'group', label: 'routeForms.options.title', part: 'options', of: goods },
  'options.*.scheme': {
    ...{ kind: 'choice', label: 'routeForms.meter.charging', part: 'options', of: metered },
    choices: { upto: 'routeForms.meter.upTo', exact: 'routeForms.meter.exact' },
  },
  'options.*.dollars': {
    ...{ kind: 'dollars', label: 'routeForms.price.label', part: 'options', of: goods, isNeeded: true },
  },
  'options.*.networks': { kind: 'networks', label: 'routeForms.networks.paidOn', part: 'options', of: goods },
  signIn: { kind: 'access', label: 'routeForms.access.label', part: 'access', of: goods },
  settle: {
    ...{ kind: 'choice', label: 'routeForms.settle.label', hint: 'routeForms.settle.hint', part: 'access' },
    ...{ of: ['article', 'file', 'api'] },
    choices: { after: 'routeForms.settle.after', before: 'routeForms.settle.before' },
  },
  'signIn.statement': {
    ...{ kind: 'line', label: 'routeForms.signIn.statement', hint: 'routeForms.signIn.statementHint', part: 'signIn' },
    ...{ when: hasSignIn, otherwise: 'chooseAccess' },
  },
  'signIn.expirationSeconds': {
    ...{ kind: 'number', label: 'routeForms.signIn.seconds', hint: 'routeForms.signIn.secondsHint', part: 'signIn' },
    ...{ when: hasSignIn, otherwise: 'chooseAccess' },
  },
  'signIn.resourceUri': {
    ...{ kind: 'code', label: 'routeForms.signIn.address', part: 'signIn' },
    ...{ when: hasSignIn, otherwise: 'chooseAccess' },
  },
  'signIn.domain': {
    ...{ kind: 'code', label: 'routeForms.signIn.domain', hint: 'routeForms.signIn.domainHint', part: 'signIn' },
    ...{ when: hasSignIn, otherwise: 'chooseAccess' },
  },
  'price.manySmallCalls': {
    ...{ kind: 'tick', label: 'routeForms.smallCalls.label', part: 'calls', of: goods },
    ...{ when: hasOnePrice, otherwise: 'onePrice' },
  },
  'discovery.isListed': {
    ...{ kind: 'tick', label: 'routeForms.bazaar.list', part: 'bazaar', of: goods, also: 'discovery' },
  },
  'discovery.serviceName': {
    ...{ kind: 'line', label: 'routeForms.bazaar.serviceName', hint: 'routeForms.bazaar.serviceNameHint' },
    ...{ part: 'bazaar', of: goods },
  },
  'discovery.tags': {
    ...{ kind: 'words', label: 'routeForms.bazaar.tags', hint: 'routeForms.bazaar.tagsHint' },
    ...{ part: 'bazaar', of: goods },
  },
  'discovery.iconUrl': { kind: 'code', label: 'routeForms.bazaar.icon', part: 'bazaar', of: goods },
  'discovery.input': { kind: 'json', label: 'routeForms.bazaar.input', part: 'schemas', of: goods },
  'discovery.inputSchema': { kind: 'json', label: 'routeForms.bazaar.inputSchema', part: 'schemas', of: goods },
  'discovery.outputSchema': { kind: 'json', label: 'routeForms.bazaar.outputSchema', part: 'schemas', of: goods },
  isTool: { kind: 'tick', label: 'routeForms.tool.label', part: 'agents', of: goods },
} as const satisfies Partial<Record<PathIn<RouteFormValue>, Field>>

export type FieldPath = keyof typeof routeFields

export const tableOf: Readonly<Record<FieldPath, Field>> = routeFields

/** A kind's fields, in the table's order. */
export const fieldsOf = (kind: RouteKind): [path: FieldPath, field: Field][] =>
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

export const idOf = (name: string) => name.replaceAll('.', '-')
