/**
 * Measures several sides round by round; the order is reversed each time, so that a drift of the machine's speed
 * affects all of them. Returns each side's measurements, in the order of the rounds.
 */
export async function measureInTurn<Side extends string, T>(
  rounds: number,
  sides: Record<Side, () => Promise<T>>,
): Promise<Record<Side, T[]>> {
  const names = Object.keys(sides) as Side[] // Object.keys forgets the type of its keys.
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Side, T[]>
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) results[name].push(await sides[name]())
  }
  return results
}
