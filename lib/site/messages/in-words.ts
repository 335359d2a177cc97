import type { Sentence } from '@/lib/base/sentences/sentence'
import type { Translate } from './translate'

type AnyKey = (key: string, values: Record<string, string | number>) => string

export function inWords(t: Translate<'sentences'>, { key, details }: Sentence): string {
  const values = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'object' ? inWords(t, value) : value,
  ])
  // `say` has checked the key and the details against the English text.
  return (t as unknown as AnyKey)(key, Object.fromEntries(values))
}

export const fieldsInWords = (
  t: Translate<'sentences'>,
  fields: Readonly<Record<string, Sentence>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, fault]) => [field, inWords(t, fault)]))
