/** Says in a migration's comment why no running version still needs the parts that it removes. */
const ADMITTED = /^-- Contract: \S/m

const steps: [what: string, pattern: RegExp][] = [
  ['drops something', /\bDROP (TABLE|COLUMN|VIEW|FUNCTION|TYPE|SCHEMA)\b/i],
  ['renames something', /\bRENAME\b/i],
  ['changes the type of a column', /\bALTER COLUMN\s+\S+\s+(SET DATA )?TYPE\b/i],
  ['forbids a column to be null', /\bSET NOT NULL\b/i],
  ['takes a default away', /\bDROP DEFAULT\b/i],
  ['adds a column that must be filled and has no default', /\bADD COLUMN\b(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT NULL\b/i],
]

/**
 * Changes of a migration that instances of the previous version, which keep running, may not survive. Empty for one
 * that only expands, and for one whose comment `-- Contract: …` says why it may contract.
 */
export function findContractions(sql: string): string[] {
  if (ADMITTED.test(sql)) return []
  const code = sql.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, "''")
  const found = steps.filter(([, pattern]) => pattern.test(code)).map(([what]) => what)
  return [...found, ...findUniqueIndexes(code)]
}

/** A new table may have any index; on an older one, writes of the previous version may collide. */
function findUniqueIndexes(code: string): string[] {
  const made = new Set([...code.matchAll(/\bCREATE TABLE\s+"?(\w+)"?/gi)].map(([, table]) => table))
  return [...code.matchAll(/\bCREATE UNIQUE INDEX\b[^;]*?\bON\s+"?(\w+)"?/gi)]
    .filter(([, table]) => !made.has(table))
    .map(([, table]) => `makes values of ${table} unique`)
}
