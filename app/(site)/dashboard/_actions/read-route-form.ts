import { pathOfTitle, withSlash } from '@/lib/base/x402/path-of-title'
import { readPrice } from '@/lib/base/x402/read-price'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import type { RouteSettings } from '@/lib/shop/sellers/routes/route-input'
import type { Translate } from '@/lib/site/messages/translate'
import { bytesOf } from '../_components/megabytes'

/**
 * Reads a route's form into the verbs' input, without empty fields. Settings that only the API has, and the form does
 * not show, stay as stored. Names invalid JSON.
 * @param stored the route that is being changed; null for a new one
 */
export function readRouteForm(
  t: Translate<'routes'>,
  form: FormData,
  stored: RouteView | null,
): { ok: true; input: Record<string, unknown> } | { ok: false; message: string; fields: Record<string, string> } {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const kind = text('kind')
  const schemas = readJsonFields(t, text)
  if (!schemas.ok) return schemas
  const fields = findFormFaults(t, form, { text, stored })
  if (Object.keys(fields).length > 0) return { ok: false, message: t('faults.notTogether'), fields }
  const networks = form.getAll('price.networks').map(String)
  const hasUpstream = kind === 'api' || kind === 'metered_api'
  const mimeType = (hasUpstream && text('mimeType')) || stored?.settings.mimeType
  const input = {
    kind,
    title: text('title'),
    description: prose(form, 'description').trim(),
    method: text('method') || 'GET',
    path: text('path') === '' ? pathOfTitle(text('title')) : withSlash(text('path')),
    ...(form.has('state') ? { state: text('state') } : {}),
    ...(mimeType ? { mimeType } : {}),
    query: readQuery(form, text, stored),
    ...(kind === 'sign_in' ? { networks } : readPrices(form, text)),
    ...(kind === 'metered_api' ? {} : { settle: text('settle') || 'after' }),
    signIn: readSignIn(form, kind === 'sign_in' ? 'stored' : text('access'), stored),
    isTool: form.get('isTool') === 'yes',
    ...(kind === 'article' || kind === 'sign_in'
      ? {
          // The form of an article has one text, which its divider splits in two.
          teaser: kind === 'article' ? prose(form, 'teaser') : (stored?.article?.teaser ?? ''),
          body: prose(form, 'body'),
        }
      : {}),
    ...(hasUpstream
      ? {
          isStreaming: form.get('isStreaming') === 'yes',
          ...readStreamSeconds(form, stored),
          ...readUpload(text),
          ...(kind === 'metered_api' ? { streamsOnCredit: readCredit(form, text) } : {}),
        }
      : {}),
    ...(hasUpstream ? { upstream: readUpstream(text, form.get('upstream.forgetsHeaders') === 'yes', stored) } : {}),
    ...(kind === 'metered_api' ? { metering: readMetering(text, stored) } : {}),
    discovery: readDiscovery(form, text, { stored, schemas: schemas.value }),
  }
  return { ok: true, input }
}

type ReadText = (name: string) => string

/** Browsers send CRLF line ends. */
const prose = (form: FormData, name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')

/** In dollars where it can be read; else as it was typed, for the verb to refuse. */
const dollarsOf = (typed: string): string => readPrice(typed).price ?? typed

/** One price, or several ways to pay, of which the form's own is the first. */
function readPrices(form: FormData, text: ReadText) {
  const isMetered = text('kind') === 'metered_api'
  const first = readOption(form, 'price', isMetered ? 'upto' : 'exact')
  const others = optionRows(form).map((name) => readOption(form, name, 'exact'))
  if (others.length > 0 || (isMetered && first.scheme === 'exact')) return { options: [first, ...others] }
  const { dollars, networks } = first
  return { price: { dollars, networks, manySmallCalls: form.get('price.manySmallCalls') === 'yes' } }
}

function readOption(form: FormData, name: string, usualScheme: string) {
  return {
    scheme: String(form.get(`${name}.scheme`) ?? usualScheme),
    dollars: dollarsOf(String(form.get(`${name}.dollars`) ?? '').trim()),
    networks: form.getAll(`${name}.networks`).map(String),
  }
}

/** In the form's order; numbered from 1. */
const optionRows = (form: FormData): string[] =>
  [...form.keys()].flatMap((name) => /^(options\.[1-7])\.dollars$/.exec(name)?.[1] ?? [])

/** The verb's faults under the form's names, in which its own price is the first way to pay. */
export const namedAsInForm = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, fault]) => [name.replace(/^options\.0\b/, 'price'), fault]))

const signInNames = ['statement', 'expirationSeconds', 'domain', 'resourceUri'] as const

/** Finds fields that another field rules out, so that their values are not silently lost. */
function findFormFaults(
  t: Translate<'routes'>,
  form: FormData,
  { text, stored }: { text: ReadText; stored: RouteView | null },
): Record<string, string> {
  const isPaidEachTime = form.get('access') === 'once'
  const unused = signInNames.filter((name) => {
    const written = text(`signIn.${name}`)
    return isPaidEachTime && written !== '' && written !== String(stored?.settings.signIn?.[name] ?? '')
  })
  const isNamedOtherwise = /^(header|json_)/.test(text('metering.unit')) && text('metering.trailer') !== ''
  const fault = t('faults.chooseAccess')
  return {
    ...Object.fromEntries(unused.map((name) => [`signIn.${name}`, fault])),
    ...(isNamedOtherwise ? { 'metering.trailer': t('faults.trailerUnused') } : {}),
    ...(optionRows(form).length > 0 && form.get('price.manySmallCalls') === 'yes'
      ? { 'price.manySmallCalls': t('faults.onePrice') }
      : {}),
  }
}

/** `once`: each answer is paid. `kept`: without end. `stored`: a period of no whole days. Else a number of days. */
function readSignIn(form: FormData, access: string, stored: RouteView | null): Record<string, unknown> | null {
  const { entitlementSeconds, ...before } = stored?.settings.signIn ?? {}
  const lasting = { ...before, ...readSignInTexts(form) }
  if (access === 'kept') return lasting
  if (access === 'stored') return { ...lasting, entitlementSeconds }
  return /^\d{1,4}$/.test(access) ? { ...lasting, entitlementSeconds: Number(access) * 86_400 } : null
}
function readSignInTexts(form: FormData): Record<string, unknown> {
  const written = signInNames.filter((name) => form.has(`signIn.${name}`))
  return Object.fromEntries(
    written.map((name) => {
      const value = String(form.get(`signIn.${name}`)).trim()
      if (value === '') return [name, undefined]
      return [name, name === 'expirationSeconds' ? wholeOrTyped(value) : value]
    }),
  )
}

/** Anything that is no number is passed on as typed, for the verb to refuse. */
const wholeOrTyped = (written: string): number | string => (/^\d{1,9}$/.test(written) ? Number(written) : written)

/** An empty box keeps the stored headers, unless they are to be forgotten. */
function readUpstream(text: ReadText, forgetsHeaders: boolean, stored: RouteView | null) {
  const lines = text('upstream.headers')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim()]
  })
  const seconds = Number(text('upstream.timeoutSeconds') || '15')
  return {
    url: text('upstream.url'),
    timeoutMs: Math.round(seconds * 1000),
    ...(stored?.upstream ? { maxBytes: stored.upstream.maxBytes } : {}),
    ...(pairs.length > 0 || forgetsHeaders ? { headers: Object.fromEntries(pairs) } : {}),
  }
}

function readStreamSeconds(form: FormData, stored: RouteView | null) {
  if (!form.has('streamSeconds')) return stored ? { streamSeconds: stored.settings.streamSeconds } : {}
  const written = String(form.get('streamSeconds')).trim()
  return written === '' ? {} : { streamSeconds: wholeOrTyped(written) }
}

/** An empty amount is the usual one. */
function readCredit(form: FormData, text: ReadText) {
  if (form.get('streamsOnCredit') !== 'yes') return null
  const typed = text('mostUnpaid')
  return typed === '' ? {} : { mostUnpaid: dollarsOf(typed) }
}

function readUpload(text: ReadText) {
  return { maxUploadBytes: bytesOf(text('uploadMegabytes')) }
}

function readMetering(text: ReadText, stored: RouteView | null) {
  const unit = text('metering.unit') || 'call'
  const dollars = dollarsOf(text('metering.dollars'))
  if (unit === 'json_dollars') {
    return { unit: 'json_field', field: text('metering.field'), holds: 'dollars', ...(dollars && { dollars }) }
  }
  if (unit === 'json_count') return { unit: 'json_field', field: text('metering.field'), holds: 'count', dollars }
  if (unit !== 'header') {
    const trailer = text('metering.trailer')
    return { unit, dollars, ...(trailer && { trailer }) }
  }
  const before = stored?.settings.metering
  return before?.unit === 'header' ? before : { unit }
}

function readDiscovery(
  form: FormData,
  text: ReadText,
  { stored, schemas }: { stored: RouteView | null; schemas: Record<string, unknown> },
) {
  const tags = listOr(stored?.settings.discovery.tags, text('discovery.tags'))
  const texts = ['serviceName', 'iconUrl'].flatMap((name) => {
    const value = text(`discovery.${name}`)
    return value === '' ? [] : [[name, value] as const]
  })
  return {
    isListed: form.get('discovery.isListed') === 'yes',
    ...Object.fromEntries(texts),
    ...(tags ? { tags } : {}),
    ...schemas,
  }
}

function readJsonFields(t: Translate<'routes'>, text: ReadText) {
  const value: Record<string, unknown> = {}
  const fields: Record<string, string> = {}
  for (const name of ['input', 'inputSchema', 'outputSchema']) {
    const written = text(`discovery.${name}`)
    if (written === '') continue
    try {
      value[name] = JSON.parse(written)
    } catch {
      fields[`discovery.${name}`] = t('faults.notJson')
    }
  }
  if (Object.keys(fields).length === 0) return { ok: true, value } as const
  return { ok: false, message: t('faults.discoveryNotJson'), fields } as const
}

/** The query parameters that identify the goods. */
function readQuery(form: FormData, text: ReadText, stored: RouteView | null): RouteSettings['query'] {
  const kept = stored?.settings.query ?? []
  if (!form.has('query')) return kept
  if (form.get('query.ignored') === 'yes') return 'ignored'
  return listOr(kept === 'ignored' ? [] : kept, text('query')) ?? []
}

/** The words of a list; the stored list where the text is unchanged, since an item may contain a comma. */
function listOr(stored: string[] | undefined, text: string): string[] | undefined {
  if (stored?.join(', ').trim() === text) return stored
  return text === '' ? undefined : words(text)
}

const words = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
