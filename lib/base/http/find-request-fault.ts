import type { IncomingHttpHeaders } from 'node:http'
import { decodePercent } from '@/lib/base/x402/header-codec'
import { problemResponse } from './problem'
import { readBytes } from './read-body'

/** Methods that Next.js can handle; it answers TRACE, for one, with its own error. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const MAXIMUM_ADDRESS_CHARACTERS = 8 * 1024
/** Limit of one header's value. Payments and proofs have their own limit, and so has the head as a whole. */
const MAXIMUM_HEADER_CHARACTERS = 8 * 1024

const headersWithOwnLimit = new Set([
  'payment-signature',
  'x-payment',
  'sign-in-with-x',
  'x-turnpike-challenge',
  'cookie',
])

/** The head of a request as Node.js reads it; `rawHeaders` are names and values in turn. */
type RequestHead = {
  method?: string
  url?: string
  headers: IncomingHttpHeaders
  rawHeaders: readonly string[]
}

/**
 * Checks what comes before the body of every request, so that no route meets an unreadable address (NUL, broken UTF-8,
 * half an escape), an endless value, or Next.js's own headers in a form that it answers with 500.
 */
export function findRequestFault(head: RequestHead): RequestFault | null {
  const { method = '', url: address = '', headers, rawHeaders } = head
  if (!knownMethods.has(method)) return 'method_unknown'
  if (address.length > MAXIMUM_ADDRESS_CHARACTERS) return 'address_too_long'
  // Such as `*`, which asks about the whole server.
  if (!address.startsWith('/')) return 'address_unreadable'
  if (address.includes('%') && !isText(address)) return 'address_unreadable'
  for (let at = 1; at < rawHeaders.length; at += 2) {
    const isLong = (rawHeaders[at] ?? '').length > MAXIMUM_HEADER_CHARACTERS
    if (isLong && !headersWithOwnLimit.has((rawHeaders[at - 1] ?? '').toLowerCase())) return 'header_too_long'
  }
  const state = headers['next-router-state-tree']
  if (state !== undefined && !isRouterState(String(state))) return 'header_unreadable'
  return headers['next-action'] !== undefined && isForeignForm(toGet(headers)) ? 'form_foreign' : null
}

/** Headers as Node.js reads them, by one method of the web's. */
export const toGet = (headers: IncomingHttpHeaders): Pick<Headers, 'get'> => ({
  get: (name) => headers[name]?.toString() ?? null,
})

/** Whether a page of ours may have sent it: Next.js answers 500 to what it cannot read, and has no public reader of it. */
function isRouterState(header: string): boolean {
  try {
    return isPlace(JSON.parse(decodeURIComponent(header)))
  } catch {
    return false
  }
}

/** A part of a path, the parts below it by their names, and what the framework's router notes of it. */
function isPlace(place: unknown): boolean {
  if (!Array.isArray(place) || place.length < 2 || place.length > 6) return false
  const [part, below, source = null, mark = null, flags = null, key] = place
  if (typeof below !== 'object' || below === null) return false
  if (source !== null && !(areTexts(source) && source.length === 2)) return false
  if (![null, 'refetch', 'inside-shared-layout', 'metadata-only'].includes(mark)) return false
  if (flags !== null && typeof flags !== 'number') return false
  return (key === undefined || typeof key === 'string') && isPart(part) && Object.values(below).every(isPlace)
}

/** A text, or a parameter: its name, its value, its kind and its static siblings. */
function isPart(part: unknown): boolean {
  if (typeof part === 'string') return true
  if (!Array.isArray(part) || part.length !== 4 || !areTexts(part.slice(0, 3))) return false
  return /^(c|oc|d|[cd]i(\(\.{1,3}\)|\(\.\.\)\(\.\.\)))$/.test(part[2]) && (part[3] === null || areTexts(part[3]))
}

const areTexts = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((each) => typeof each === 'string')

const isText = (address: string): boolean => decodePercent(address)?.includes('\0') === false

/**
 * True if a form comes from another host than the one it was sent to, or its headers cannot be read.
 * Next.js compares the same two before it runs an action, and answers 500 when they differ.
 */
function isForeignForm(headers: Pick<Headers, 'get'>): boolean {
  const origin = headers.get('origin')
  if (origin === null) return false
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() ?? headers.get('host')
  return !URL.canParse(origin) || new URL(origin).host !== host
}

export const refuseRequest = (fault: RequestFault): Response =>
  problemResponse({
    code: fault,
    detail: refusals[fault],
    ...(fault === 'method_unknown' && { headers: { Allow: [...knownMethods].join(', ') } }),
  })

export type RequestFault = keyof typeof refusals

const refusals = {
  address_unreadable: 'This address is encoded badly. Nothing was charged.',
  form_foreign: 'This form was sent from another site. Nothing was changed.',
  form_unreadable: 'This form cannot be read. Nothing was changed.',
  header_unreadable: 'Next-Router-State-Tree cannot be read. Nothing was charged.',
  method_unknown: 'This method means nothing here. Nothing was charged.',
  address_too_long: `Expected an address of at most ${MAXIMUM_ADDRESS_CHARACTERS} characters. Nothing was charged.`,
  header_too_long: `Expected headers of at most ${MAXIMUM_HEADER_CHARACTERS} characters each. Nothing was charged.`,
}

const MAXIMUM_BYTES = 2_000_000

/** The largest form of a page has some dozens. Each costs more than its bytes. */
const MAXIMUM_FIELDS = 500

/**
 * Why no page may see a form: Next.js takes one that it cannot read, or that another site sent, for its fault, and
 * answers 500; one of too many fields keeps it busy for seconds. Null for a good form, and for everything else.
 */
export async function findFormFault(request: Request): Promise<RequestFault | null> {
  const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data')
  if (request.method !== 'POST' || !isForm) return null
  if (isForeignForm(request.headers)) return 'form_foreign'
  return (await readForm(request.clone())) === null ? 'form_unreadable' : null
}

/** The fields of a form; null for one that is no form, or too large. */
async function readForm(request: Request): Promise<FormData | null> {
  const type = request.headers.get('content-type') ?? ''
  try {
    const body = await readBytes(request, { maxBytes: MAXIMUM_BYTES })
    return hasFewFields(body, type) ? await new Response(body, { headers: { 'content-type': type } }).formData() : null
  } catch {
    // The caller's fault; the errors differ.
    return null
  }
}

function hasFewFields(body: Buffer, type: string): boolean {
  const boundary = /;\s*boundary="?([^";]+)/i.exec(type)?.[1]
  if (boundary === undefined) return false
  let fields = 0
  for (let at = body.indexOf(`--${boundary}`); at >= 0; at = body.indexOf(`--${boundary}`, at + 1)) {
    fields += 1
    if (fields > MAXIMUM_FIELDS) return false
  }
  return true
}
