import { type EmbeddedGate, openEmbeddedGate } from './open-embedded-gate'
import type { Settings } from './parse-options'

const shared = globalThis as typeof globalThis & {
  turnpikeGates?: Map<string, Promise<EmbeddedGate>>
  turnpikeFacilitators?: WeakMap<object, number>
  turnpikeFacilitatorCount?: number
}

/** Facilitators of this process are told apart by identity. */
const keyOf = (settings: Settings): string =>
  JSON.stringify(settings, (name, value: unknown) => (name === 'local' && isObject(value) ? numberOf(value) : value))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function numberOf(one: object): number {
  const numbers = (shared.turnpikeFacilitators ??= new WeakMap())
  const known = numbers.get(one)
  if (known !== undefined) return known
  const next = (shared.turnpikeFacilitatorCount = (shared.turnpikeFacilitatorCount ?? 0) + 1)
  numbers.set(one, next)
  return next
}

/**
 * The process's one gate of these settings, opened at its first use: frameworks load a module several times, and each
 * gate holds connections. A failed opening is forgotten, so that the next request tries again.
 */
export function sharedGate(settings: Settings): Promise<EmbeddedGate> {
  const gates = (shared.turnpikeGates ??= new Map())
  const key = keyOf(settings)
  const known = gates.get(key)
  if (known) return known
  const opening = openEmbeddedGate(settings)
  gates.set(key, opening)
  opening.catch(() => gates.delete(key))
  return opening
}

/** Ends the gate of these settings, if it was opened. */
export async function closeSharedGate(settings: Settings): Promise<void> {
  const key = keyOf(settings)
  const opened = shared.turnpikeGates?.get(key)
  shared.turnpikeGates?.delete(key)
  await (await opened)?.close()
}
