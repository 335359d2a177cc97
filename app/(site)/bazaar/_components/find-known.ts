/** What a table has for a code that came from outside; null for one that it does not know. */
export const findKnown = <Value>(table: Readonly<Record<string, Value>>, code: string): Value | null =>
  Object.hasOwn(table, code) ? (table[code] ?? null) : null
