/** Text and JSON from strangers, cut to what may be stored and shown. */

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g
/** Characters that reorder or hide the text around them. */
const BIDI_AND_INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Plain text of at most `maxLength` characters, or null when nothing is left. Markup stays text. */
export function cleanText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null
  const text = value
    .slice(0, maxLength * 2)
    .replace(LONE_SURROGATE, '')
    .replace(CONTROL, ' ')
    .replace(BIDI_AND_INVISIBLE, '')
    .trim()
  const cut = [...text].slice(0, maxLength).join('')
  return cut === '' ? null : cut
}

type Bounds = { maxDepth: number; maxNodes: number; maxText: number }

const STORED_JSON: Bounds = { maxDepth: 12, maxNodes: 2_000, maxText: 2_000 }
const TOO_MUCH = Symbol('too much')

/**
 * A copy of a JSON object that is bounded in depth, size and text length, or null when it is no object or exceeds
 * the bounds. Nothing is compiled or run; keys that mean something to JavaScript objects are left out.
 */
export function cleanObject(value: unknown, bounds: Bounds = STORED_JSON): Record<string, unknown> | null {
  if (!isObject(value)) return null
  const budget = { nodes: bounds.maxNodes }
  const copy = copyValue(value, bounds, 0, budget)
  return isObject(copy) ? copy : null
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

function copyValue(value: unknown, bounds: Bounds, depth: number, budget: { nodes: number }): unknown {
  budget.nodes -= 1
  if (budget.nodes < 0 || depth > bounds.maxDepth) return TOO_MUCH
  if (typeof value === 'string') return cleanText(value, bounds.maxText) ?? ''
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean' || value === null) return value
  if (Array.isArray(value)) {
    const copy: unknown[] = []
    for (const item of value) {
      const part = copyValue(item, bounds, depth + 1, budget)
      if (part === TOO_MUCH) return TOO_MUCH
      copy.push(part)
    }
    return copy
  }
  if (!isObject(value)) return null
  const copy: Record<string, unknown> = {}
  for (const [rawKey, item] of Object.entries(value)) {
    const key = cleanText(rawKey, 200)
    if (key === null || UNSAFE_KEYS.has(key)) continue
    const part = copyValue(item, bounds, depth + 1, budget)
    if (part === TOO_MUCH) return TOO_MUCH
    copy[key] = part
  }
  return copy
}
