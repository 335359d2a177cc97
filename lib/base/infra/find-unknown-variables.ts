export type UnknownVariable = { name: string; meant: string | null }

/** Prefixes that belong to us; other programs may read other names. */
const OWN_BEGINNING = /^(TURNPIKE|FACILITATOR|SELLER|BAZAAR|SHUTDOWN|(EVM|SVM|AVM)(?=_(RPC|ALGOD|INDEXER)))_/

const FURTHER_NETWORK = /^EVM_RPC_URLS_\d+(?:_FILE)?$/

/**
 * Finds variables that look like ours and mean nothing here: with one of our prefixes, or a letter or two away from a
 * known name. A known name followed by `_FILE` is known too.
 */
export function findUnknownVariables(names: readonly string[], known: readonly string[]): UnknownVariable[] {
  const isKnown = new Set(known.flatMap((name) => [name, `${name}_FILE`]))
  return names.flatMap((name) => {
    if (isKnown.has(name) || FURTHER_NETWORK.test(name)) return []
    const meant = known.find((other) => isNear(name, other)) ?? null
    return meant || OWN_BEGINNING.test(name) ? [{ name, meant }] : []
  })
}

/** Short names differ by a letter from too many others. */
const SHORTEST_NAME = 8

const isNear = (name: string, other: string) =>
  name.length >= SHORTEST_NAME && Math.abs(name.length - other.length) <= 2 && editDistance(name, other) <= 2

/** Number of letters to add, leave out or change to turn one text into the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1]
    for (const [place, other] of [...to].entries()) {
      const changed = (row[place] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
