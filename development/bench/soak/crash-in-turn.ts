import { setTimeout as sleep } from 'node:timers/promises'
import { DOWN_MS, type Instance, type SoakWorld } from './soak-world'

/** `origin` is the address of an instance; null for another part. `at` by `performance.now()`. */
export type Kill = { name: string; origin: string | null; at: number }

type Part = { name: string; origin: string | null; crash: () => Promise<void> }

/** Kills one part after the other, never two at once, until told to stop. Returns each kill. */
export async function crashInTurn(parts: Part[], everyMs: number, signal: AbortSignal): Promise<Kill[]> {
  const kills: Kill[] = []
  for (let turn = 0; ; turn += 1) {
    await sleep(everyMs, undefined, { signal }).catch(() => {})
    const part = parts[turn % parts.length]
    if (signal.aborted || part === undefined) return kills
    kills.push({ name: part.name, origin: part.origin, at: performance.now() })
    await part.crash()
  }
}

/** Every part of a world that can be killed and started again. */
export function partsOf({ instances, crashDatabase, devnet }: SoakWorld): Part[] {
  const other = (name: string, crash: () => Promise<void>): Part => ({ name, origin: null, crash })
  return [
    ...instances.map((instance, index) => ({
      ...{ name: `instance ${index}`, origin: instance.origin },
      crash: () => crash(instance),
    })),
    other('database', crashDatabase),
    other('chain', () => devnet.crashEvm(DOWN_MS)),
  ]
}

async function crash(instance: Instance): Promise<void> {
  await instance.kill()
  await sleep(DOWN_MS)
  await instance.restart()
}
