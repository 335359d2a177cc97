import { setTimeout as sleep } from 'node:timers/promises'
import { DOWN_MS, type Instance, type SoakWorld } from './soak-world'

type Crashes = Record<string, () => Promise<void>>

/** Kills one part after the other, never two at once, until told to stop. Returns how often each was killed. */
export async function crashInTurn(crashes: Crashes, everyMs: number, signal: AbortSignal) {
  const names = Object.keys(crashes)
  const counts: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]))
  for (let turn = 0; ; turn += 1) {
    await sleep(everyMs, undefined, { signal }).catch(() => {})
    const name = names[turn % names.length]
    if (signal.aborted || name === undefined) return counts
    await crashes[name]?.()
    counts[name] = (counts[name] ?? 0) + 1
  }
}

/** Every part of a world that can be killed and started again. */
export function crashesOf({ instances, crashDatabase, devnet }: SoakWorld): Crashes {
  const ofInstances = instances.map((instance, index) => [`instance ${index}`, () => crash(instance)] as const)
  return {
    ...Object.fromEntries(ofInstances),
    ...(crashDatabase ? { database: crashDatabase } : {}),
    chain: () => devnet.crashEvm(DOWN_MS),
  }
}

async function crash(instance: Instance): Promise<void> {
  await instance.kill()
  await sleep(DOWN_MS)
  await instance.restart()
}
