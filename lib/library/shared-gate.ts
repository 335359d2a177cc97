import { type OpenedGate, openGate } from './open-gate'
import type { Settings } from './parse-options'

const shared = globalThis as typeof globalThis & { turnpikeGates?: Map<string, Promise<OpenedGate>> }

const keyOf = (settings: Settings): string => JSON.stringify(settings)

/**
 * The process's one gate of these settings, opened at its first use: frameworks load a module several times, and each
 * gate holds connections. A failed opening is forgotten, so that the next request tries again.
 */
export function sharedGate(settings: Settings): Promise<OpenedGate> {
  const gates = (shared.turnpikeGates ??= new Map())
  const key = keyOf(settings)
  const known = gates.get(key)
  if (known) return known
  const opening = openGate(settings)
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
