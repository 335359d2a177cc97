import { setTimeout as sleep } from 'node:timers/promises'
import type { SoakWorld } from './soak-world'

/** Gives the reconcilers of the instances time to decide payments that the last faults left open. */
export async function untilDecided({ database }: SoakWorld): Promise<void> {
  const deadline = performance.now() + 240_000
  while (performance.now() < deadline) {
    const [row] = await database.$queryRaw<{ open: bigint }[]>`
      SELECT (SELECT count(*) FROM payments WHERE status IN ('claimed', 'settling', 'unknown'))
        + (SELECT count(*) FROM settlements WHERE state IN ('claimed', 'settling', 'unknown')) AS open`
    if (row?.open === 0n) return
    await sleep(1_000)
  }
}
