import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects garbage over and over until the returned function is called: weakly held objects do not survive it. */
export function keepCollectingGarbage(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // V8's own, by the flag above.
  const timer = setInterval(collect, 20)
  return () => clearInterval(timer)
}
