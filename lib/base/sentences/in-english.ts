import english from './en.json' with { type: 'json' }
import type { Sentence } from './sentence'

export function inEnglish({ key, details }: Sentence): string {
  return (textOf(key) ?? key).replaceAll(
    /\{(\w+)(, number)?\}/g,
    (place, name: string, isCount: string | undefined) => {
      const value = details[name]
      if (value === undefined) return place
      if (typeof value === 'object') return inEnglish(value)
      return isCount && typeof value === 'number' ? value.toLocaleString('en-GB') : String(value)
    },
  )
}

export function textOf(key: string): string | null {
  let at: unknown = english
  for (const part of key.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return null
    at = (at as Record<string, unknown>)[part]
  }
  return typeof at === 'string' ? at : null
}
