import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import { routeKinds } from '@/lib/shop/sellers/routes/kinds'
import type { Translate } from '@/lib/site/messages/translate'
import { readField, unreadable } from './field-kinds'
import { fieldsOf } from './route-fields'
import { namesOf, newValue, partAt, textsOf, valueOf } from './route-value'

type ReadForm = {
  /** For the verb, which checks it. */
  value: Record<string, unknown>
  /** Texts that would be lost or are not JSON yet, by path. */
  faults: Record<string, string>
}

/**
 * Reads the form of a route, also one sent without scripts. What the form does not show stays as stored.
 * @param stored the route that is being changed; null for a new one
 */
export function readRouteForm(t: Translate<'routes'>, form: FormData, stored: RouteView | null): ReadForm {
  const sentKind = form.get('kind')
  const kind = stored?.kind ?? routeKinds.find((each) => each === sentKind)
  if (!kind) return { value: { kind: String(sentKind) }, faults: {} }
  const before = stored ? valueOf(stored) : newValue(kind, [])
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
      const isBox = field.kind === 'tick' || field.kind === 'credit' || field.kind === 'networks'
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

/** Sets the part at a path, or takes it away; in an object that is null there is nothing to set. */
function put(value: Record<string, unknown>, path: string, part: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.length === 0 ? value : partAt(value, names.join('.'))
  if (typeof parent !== 'object' || parent === null) return
  if (part === undefined) Reflect.deleteProperty(parent, last)
  else Reflect.set(parent, last, part)
}
