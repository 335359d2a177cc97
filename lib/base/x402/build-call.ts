import {
  type DeclaredBody,
  type DeclaredInput,
  type DeclaredParameter,
  isUnsendableHeader,
  parameterName,
} from './declared-input'
import { jsonObjectIn } from './header-codec'
import { bodyTypeOf, MULTIPART_TYPE, writeFields } from './write-request'

/** A caller's values for the parameters that a resource declares; an empty value is not sent. */
export type CallValues = {
  path: Record<string, string>
  query: Record<string, string>
  header: Record<string, string>
  body: string | null
}

export type ResourceCall = { url: string; method: string; headers: Record<string, string>; body: string | null }

/** Faults in plain English, for programs. */
const messages = {
  undeclared: 'The resource does not declare it.',
  missing: 'It is needed.',
  notText: 'It is not text.',
  notAPathPart: 'It is one part of a path: no slashes, and not only dots.',
  notAHeader: 'It must be printable ASCII in a header that may be sent.',
  bodyNotJson: 'The body is not JSON yet.',
  bodyHasFile: 'It holds a file, which can only be sent to the address itself.',
  noAddress: 'The address cannot be built from these values.',
}

export type CallFault =
  | { kind: keyof typeof messages }
  | { kind: 'tooLong' | 'bodyTooLarge'; most: number }
  | { kind: 'notAChoice'; choices: string[] }

export type BuiltCall =
  | { ok: true; call: ResourceCall }
  | { ok: false; parameter: string; fault: CallFault; message: string }

export type CallTarget = { resource: string; method: string; declared: DeclaredInput }

const MAX_VALUE = 2_048
const MAX_URL = 4_096
const MAX_BODY = 32_768

/**
 * Builds the request from declared parameters only: no value can lead it to another origin, out of the path's template,
 * or into a header that the seller did not ask for. Returns a verdict, since people type these values.
 */
export function buildCall({ resource, method, declared }: CallTarget, values: CallValues): BuiltCall {
  const undeclared = findUndeclared(declared, values)
  if (undeclared !== null) return refuse(undeclared, { kind: 'undeclared' })
  for (const parameter of declared.parameters) {
    const fault = faultOf(parameter, valueOf(values[parameter.place], parameter.name))
    if (fault !== null) return refuse(parameter.name, fault)
  }
  const body = declared.body && values.body !== null ? { declared: declared.body, text: values.body } : null
  const bodyFault = body && faultOfBody(body.declared, body.text)
  if (bodyFault !== null) return refuse('body', bodyFault)
  const url = addressOf(resource, declared, values)
  if (url === null || url.length > MAX_URL) return refuse('url', { kind: 'noAddress' })
  const headers = Object.fromEntries(sent(declared, values, 'header'))
  const written = body && writeBody(body.declared, body.text)
  const type: Record<string, string> = written ? { 'content-type': written.contentType } : {}
  return { ok: true, call: { url, method, headers: { ...headers, ...type }, body: written?.text ?? null } }
}

/** A body as it is sent: forms are typed as JSON. */
function writeBody({ mimeType, writings }: DeclaredBody, text: string): { contentType: string; text: string } {
  if (bodyTypeOf(mimeType) !== 'form-data') return { contentType: mimeType, text }
  const fields = jsonObjectIn(text)
  if (fields === null) return { contentType: mimeType, text }
  const values = Object.entries(fields).map(([name, value]) => ({ name, value, writing: writings[name] }))
  const { contentType, body } = writeFields(mimeType, values)
  return { contentType, text: typeof body === 'string' ? body : new TextDecoder().decode(body) }
}

/** A file's bytes are no text, and calls built here are text. */
const hasFile = ({ mimeType, writings }: DeclaredBody, body: string): boolean =>
  mimeType === MULTIPART_TYPE &&
  Object.entries(jsonObjectIn(body) ?? {}).some(([name, value]) => value !== '' && writings[name]?.isFile)

export function sampleValues(declared: DeclaredInput): CallValues {
  const of = (wanted: string) =>
    Object.fromEntries(
      declared.parameters.filter(({ place }) => place === wanted).map(({ name, sample }) => [name, sample]),
    )
  return { path: of('path'), query: of('query'), header: of('header'), body: declared.body?.sample ?? null }
}

const refuse = (parameter: string, fault: CallFault): BuiltCall => ({
  ok: false,
  parameter,
  fault,
  message: messageOf(fault),
})

function messageOf(fault: CallFault): string {
  switch (fault.kind) {
    case 'tooLong':
      return `Use at most ${fault.most} characters.`
    case 'bodyTooLarge':
      return `The body can have at most ${fault.most} bytes.`
    case 'notAChoice':
      return `It is one of ${fault.choices.join(', ')}.`
    default:
      return messages[fault.kind]
  }
}

const valueOf = (values: Record<string, string>, name: string): string =>
  Object.hasOwn(values, name) ? (values[name] ?? '') : ''

function findUndeclared({ parameters, body }: DeclaredInput, values: CallValues): string | null {
  for (const place of ['path', 'query', 'header'] as const) {
    const known = parameters.flatMap((parameter) => (parameter.place === place ? [parameter.name] : []))
    const unknown = Object.keys(values[place]).find((name) => !known.includes(name))
    if (unknown !== undefined) return unknown
  }
  return values.body !== null && body === null ? 'body' : null
}

function faultOf({ place, name, isRequired, choices }: DeclaredParameter, value: string): CallFault | null {
  if (value === '') return isRequired ? { kind: 'missing' } : null
  if (value.length > MAX_VALUE) return { kind: 'tooLong', most: MAX_VALUE }
  if (!value.isWellFormed()) return { kind: 'notText' }
  if (choices.length > 0 && !choices.includes(value)) return { kind: 'notAChoice', choices }
  if (place === 'path' && (/[/\\\u0000-\u001f\u007f]/.test(value) || /^\.{1,2}$/.test(value)))
    return { kind: 'notAPathPart' }
  if (place === 'header' && (isUnsendableHeader(name) || !/^[\x20-\x7e]+$/.test(value))) return { kind: 'notAHeader' }
  return null
}

function faultOfBody(declared: DeclaredBody, body: string): CallFault | null {
  if (new TextEncoder().encode(body).length > MAX_BODY) return { kind: 'bodyTooLarge', most: MAX_BODY }
  if (!declared.isJson) return null
  try {
    JSON.parse(body)
    return hasFile(declared, body) ? { kind: 'bodyHasFile' } : null
  } catch {
    return { kind: 'bodyNotJson' }
  }
}

function addressOf(resource: string, declared: DeclaredInput, values: CallValues): string | null {
  const origin = /^https?:\/\/[^/?#]+/i.exec(resource)?.[0]
  if (origin === undefined) return null
  const path = resource
    .slice(origin.length)
    .split('/')
    .map((segment) => {
      const name = parameterName(segment)
      return name === null ? segment : encodeURIComponent(valueOf(values.path, name))
    })
  const url = URL.parse(`${origin}${path.join('/')}`)
  if (url === null || url.origin !== URL.parse(resource)?.origin) return null
  for (const [name, value] of sent(declared, values, 'query')) url.searchParams.set(name, value)
  return url.href
}

const sent = ({ parameters }: DeclaredInput, values: CallValues, place: 'query' | 'header'): [string, string][] =>
  parameters.flatMap((parameter) => {
    const value = valueOf(values[place], parameter.name)
    return parameter.place === place && value !== '' ? [[parameter.name, value] as [string, string]] : []
  })
