import { setTimeout as sleep } from 'node:timers/promises'
import { createSoakClient } from '../soak/soak-client'
import type { SoakWorld } from '../soak/soak-world'

const PATHS = [
  '/bazaar',
  '/facilitator/discovery/search?query=weather',
  '/api/session',
  '/facilitator/discovery/resources',
]

/** Reads them in turn until told to stop. */
export async function readPages(world: SoakWorld, signal: AbortSignal): Promise<void> {
  const client = createSoakClient(world)
  for (let turn = 0; !signal.aborted; turn += 1) {
    await client.send(PATHS[turn % PATHS.length] ?? '/')
    await sleep(200)
  }
  client.close()
}
