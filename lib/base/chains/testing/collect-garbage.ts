import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage over and over until the returned function is called: weakly held objects do not survive it. It
 * rests four times as long as it took, so that on a busy machine the work that it watches goes on.
 */
export function keepCollectingGarbage(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // V8's own, by the flag above.
  let timer: NodeJS.Timeout | undefined
  const collectAndRest = () => {
    const startedAt = performance.now()
    collect()
    timer = setTimeout(collectAndRest, Math.max(20, 4 * (performance.now() - startedAt)))
  }
  collectAndRest()
  return () => clearTimeout(timer)
}
