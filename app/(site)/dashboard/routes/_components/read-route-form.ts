import { readPrice } from '@/lib/base/x402/read-price'
import { pathOfTitle, withSlash } from '@/lib/base/x402/titles'
import { routeKinds } from '@/lib/shop/sellers/routes/kinds'
import type { Translate } from '@/lib/site/messages/translate'
import { fieldsOf, type RouteField, type RouteFormValue } from './route-fields'
import { headingOf, isObject, namesOf, newValue, partAt, RULED_OUT, textsOf } from './route-value'

type ReadForm = {
  value: Record<string, unknown>
  /** Texts that would be lost or are not JSON yet, by path. */
  faults: Record<string, string>
}

/**
 * Reads the form of a route, also one sent without scripts. What the form does not show stays as stored.
 * @param stored the route that is being changed, as its input; null for a new one
 */
export function readRouteForm(t: Translate<'routes'>, form: FormData, stored: RouteFormValue | null): ReadForm {
  const sentKind = form.get('kind')
  const kind = stored?.kind ?? routeKinds.find((each) => each === sentKind)
  if (!kind) return { value: { kind: String(sentKind) }, faults: {} }
  takeTitle(form)
  const before = stored ?? newValue(kind, [])
  const shown = textsOf(before)
  const textsAt = (name: string) => form.getAll(name).flatMap((text) => (typeof text === 'string' ? [text] : []))
  const written = (name: string) => textsAt(name)[0]?.trim()
  const count = Math.max(0, ...[...form.keys()].map((name) => Number(/^options\.([0-7])\./.exec(name)?.[1] ?? -1) + 1))
  const places = Array.from({ length: count }, (_, place) => String(place))
  const value: Record<string, unknown> = structuredClone(before)
  if (kind === 'pass') put(value, 'price', value.price ?? {})
  else if (kind !== 'sign_in') {
    put(value, 'price', count > 0 ? undefined : (value.price ?? {}))
    put(value, 'options', count > 0 ? places.map(() => ({})) : undefined)
  }
  const faults: Record<string, string> = {}
  for (const [path, field] of fieldsOf(kind)) {
    if (field.kind === 'group') continue
    for (const name of namesOf(path, places)) {
      const texts = textsAt(name)
      const isBox = field.kind === 'tick' || field.kind === 'networks'
      if (field.when?.(written) === false) {
        const isChanged = texts.join('\n').trim() !== (shown[name] ?? []).join('\n')
        if (texts.join('').trim() !== '' && (isBox || isChanged)) {
          faults[name] = t(`faults.${field.otherwise ?? 'unused'}`)
        }
        put(value, name, undefined)
      } else if (texts.length > 0 || isBox) {
        const part = readField(field, texts, partAt(before, name), written('title') ?? '')
        if (part === unreadable) faults[name] = t('faults.notJson')
        else put(value, name, part)
      }
    }
  }
  return { value, faults }
}

/** Moves the heading that a text begins with into a title that is not written. */
function takeTitle(form: FormData): void {
  const [text, title] = [form.get('body'), form.get('title')]
  if (typeof text !== 'string' || typeof title !== 'string' || title.trim() !== '') return
  const heading = headingOf(text)
  if (!heading?.[1]) return
  form.set('title', heading[1].replace(/[ \t]+#+\s*$/, '').trim())
  form.set('body', text.slice(heading[0].length).trimStart())
}

/** Sets the part at a path, or takes it away; in an object that is null there is nothing to set. */
function put(value: Record<string, unknown>, path: string, part: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.length === 0 ? value : partAt(value, names.join('.'))
  if (typeof parent !== 'object' || parent === null) return
  if (part === undefined) Reflect.deleteProperty(parent, last)
  else Reflect.set(parent, last, part)
}

const unreadable = Symbol('unreadable')

/**
 * A control's texts as the value's part; undefined for none. What cannot be read is passed on as it was typed, for the
 * verb to refuse.
 * @param before the part so far: fields below it are written later, and a list may hold what its text cannot say
 */
function readField({ kind, scale, isNeeded }: RouteField, texts: string[], before: unknown, title: string): unknown {
  const [first = '', ...others] = texts
  const text = kind === 'prose' ? first.replaceAll('\r\n', '\n') : first.trim()

  switch (kind) {
    case 'tick':
      return first === 'yes'
    case 'networks':
      return texts
    case 'path':
      return text === '' ? pathOfTitle(title) : withSlash(text)
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

const asObject = (part: unknown): Record<string, unknown> => (isObject(part) ? part : {})
