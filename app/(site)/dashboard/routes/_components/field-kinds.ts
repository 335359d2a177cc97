import { pathOfTitle, withSlash } from '@/lib/base/x402/path-of-title'
import { readPrice } from '@/lib/base/x402/read-price'
import type { FieldKind } from './route-fields'

type Field = { kind: FieldKind; scale?: number; usual?: string; isNeeded?: true }

/** The value of a box that rules out the text of the same name. */
export const RULED_OUT = '*'

/** A value's part as its control's texts. Secret headers are never shown. */
export function showField({ kind, scale = 1, usual }: Field, part: unknown): string[] {
  if (kind === 'access') return [isObject(part) ? String(part.entitlementSeconds ?? 'kept') : 'once']
  if (kind === 'meter' && isObject(part)) {
    return [String(part.unit === 'json_field' ? `json_${part.holds}` : part.unit)]
  }
  if (kind === 'tick' || kind === 'credit') return part ? ['yes'] : []
  if (kind === 'query' && part === 'ignored') return ['', RULED_OUT]
  if (part === undefined || part === null) return usual === undefined ? [] : [usual]
  if (kind === 'scope' && isObject(part)) return [scopeText(part)]
  if (kind === 'networks') return (part as unknown[]).map(String) // The schema's own list.
  if (kind === 'number') return [String(Number(part) / scale)]
  if (kind === 'json') return [JSON.stringify(part, null, 2)]
  if (Array.isArray(part)) return [part.join(', ')]
  return kind === 'headers' || kind === 'group' ? [] : [String(part)]
}

/** Marks a text that is not JSON yet. */
export const unreadable = Symbol('unreadable')

/**
 * A control's texts as the value's part; undefined for none. What cannot be read is passed on as it was typed, for the
 * verb to refuse.
 * @param before the part so far: fields below it are written later, and a list may hold what its text cannot say
 */
export function readField({ kind, scale, isNeeded }: Field, texts: string[], before: unknown, title: string): unknown {
  const [first = '', ...others] = texts
  const text = kind === 'prose' ? first.replaceAll('\r\n', '\n') : first.trim()

  switch (kind) {
    case 'tick':
      return first === 'yes'
    case 'networks':
      return texts
    case 'path':
      return text === '' ? pathOfTitle(title) : withSlash(text)
    case 'credit':
      return first === 'yes' ? { ...asObject(before) } : null
    case 'access':
      return readAccess(text, asObject(before))
    case 'scope':
      return readScope(text, asObject(before))
    case 'meter':
      return text.startsWith('json_') ? { unit: 'json_field', holds: text.slice('json_'.length) } : { unit: text }
    case 'query':
      return others.includes(RULED_OUT) ? 'ignored' : (readWords(text, before) ?? [])
    case 'headers':
      return text === '' && !others.includes(RULED_OUT) ? undefined : readHeaders(text)
    default:
  }
  if (text === '') return isNeeded ? '' : undefined
  if (kind === 'dollars') return readPrice(text).price ?? text
  if (kind === 'number') return readNumber(text, scale)
  if (kind === 'words') return readWords(text, before)
  return kind === 'json' ? readJson(text) : text
}

/** `kept`: without end. A number of seconds. Else each answer is paid. */
function readAccess(text: string, { entitlementSeconds: _before, ...others }: Record<string, unknown>) {
  if (text === 'kept') return others
  return /^\d{1,9}$/.test(text) ? { ...others, entitlementSeconds: Number(text) } : null
}

const scopeText = ({ kind, tag, gatewayId }: Record<string, unknown>): string =>
  kind === 'tag' || kind === 'gateway' ? `${kind}:${tag ?? gatewayId}` : String(kind)

/** Which routes is written below it. */
function readScope(text: string, { routeIds = [] }: Record<string, unknown>) {
  const [, kind = text, named] = /^(tag|gateway):(.*)$/s.exec(text) ?? []
  if (kind === 'tag') return { kind, tag: named }
  if (kind === 'gateway') return { kind, gatewayId: named }
  return kind === 'routes' ? { kind, routeIds } : { kind }
}

function readNumber(text: string, scale: number | undefined): number | string {
  if (!/^\d{1,9}([.,]\d{1,9})?$/.test(text)) return text
  const number = Number(text.replace(',', '.'))
  return scale === undefined ? number : Math.round(number * scale)
}

/** The list so far where its text is unchanged, since an item may contain a comma. */
function readWords(text: string, before: unknown): unknown[] | undefined {
  if (Array.isArray(before) && before.join(', ').trim() === text) return before
  const words = text.split(',').map((word) => word.trim())
  return text === '' ? undefined : words.filter((word) => word !== '')
}

/** Lines such as `Name: value`. */
export function readHeaders(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim()]
    }),
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return unreadable
  }
}

const isObject = (part: unknown): part is Record<string, unknown> => typeof part === 'object' && part !== null
const asObject = (part: unknown): Record<string, unknown> => (isObject(part) ? part : {})
