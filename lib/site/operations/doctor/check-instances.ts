import { type Finding, warn, well } from './finding'

/** A crash is told that long. */
const TOLD_SECONDS = 600

/** An instance that ends takes its row with it; a row that stays behind is of one that was killed, or is cut off. */
export function checkInstances(
  instances: readonly { seenAt: Date; silentSeconds: number; isAlive: boolean }[],
): Finding {
  const lost = instances.filter(({ silentSeconds, isAlive }) => !isAlive && silentSeconds < TOLD_SECONDS)
  const [last] = lost
  if (!last) return well('instances', 'none was lost in the last ten minutes')
  const found = `${lost.length} ended in the last ten minutes without saying so, or cannot write to the database`
  const fix =
    'Its log, and that of the system, say why (memory, a kill, the network). Start it again where nothing does.'
  return warn('instances', found, fix, { detail: `last heard of at ${last.seenAt.toISOString()}` })
}
