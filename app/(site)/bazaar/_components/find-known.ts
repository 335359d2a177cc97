/** Looks up a code from outside in a table; null for one that it does not have. */
export const findKnown = <Value>(table: Readonly<Record<string, Value>>, code: string): Value | null =>
  Object.hasOwn(table, code) ? (table[code] ?? null) : null
