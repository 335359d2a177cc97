/** The sample in a declaration, from any of the places where sellers put it; null without one. */
export function exampleOf(declared: Record<string, unknown> | null): unknown {
  if (declared === null) return null
  const [found] = [declared.example, declared.examples].filter((value) => value !== undefined && value !== null)
  return found ?? null
}
