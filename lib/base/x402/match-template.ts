import { parameterName } from './declared-input'
import { decodePercent } from './header-codec'

/**
 * The values of a template's parameters (`:userId` or `{userId}`) in a path, decoded; null for another path.
 * Segment by segment: a parameter stands for one that is not empty, all else must be the same text.
 */
export function matchTemplate(template: string, path: string): Record<string, string> | null {
  const segments = path.split('/')
  const wanted = template.split('/')
  if (wanted.length !== segments.length) return null
  const values: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const segment = segments[index] ?? ''
    const name = parameterName(part)
    if (name === null && part !== segment) return null
    if (name === null) continue
    const value = decodePercent(segment)
    if (!value) return null
    values[name] = value
  }
  return values
}
