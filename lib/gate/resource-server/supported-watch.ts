import type { Supported } from '@/lib/base/x402/wire'
import { type FacilitatorPort, FacilitatorUnreachableError } from './ports'

/** How often a facilitator is read again; one over HTTP is asked once a minute. */
const LOOK_AGAIN_MS = 5_000

/** A facilitator's last `/supported`, kept up to date while it is in use: `get` and `text` start a new read in time. */
type SupportedWatch = ReturnType<typeof createWatch>

const watches = new WeakMap<object, SupportedWatch>()

export function watchSupported(facilitator: Pick<FacilitatorPort, 'supported'>): SupportedWatch {
  const watch = watches.get(facilitator) ?? createWatch(facilitator)
  watches.set(facilitator, watch)
  return watch
}

function createWatch(facilitator: Pick<FacilitatorPort, 'supported'>) {
  let known: { value: Supported; text: string } | null = null
  let lookedAt = -Infinity
  let looking: Promise<unknown> | null = null

  const look = async (): Promise<Supported> => {
    const value = await facilitator.supported()
    const text = JSON.stringify(value)
    if (known?.text !== text) known = { value, text }
    return known.value
  }

  /** The earlier answer counts while it is silent. */
  const lookInTime = () => {
    if (looking || (known && performance.now() - lookedAt < LOOK_AGAIN_MS)) return
    lookedAt = performance.now()
    // A failure is logged where the facilitator is asked.
    looking = Promise.allSettled([look()]).then(() => {
      looking = null
    })
  }

  return {
    /** Reads it now; fails as the facilitator does. */
    look,
    /** The last answer; fails as unreachable before the first one. */
    get() {
      lookInTime()
      if (known) return known.value
      throw new FacilitatorUnreachableError('The facilitator has not said yet what it settles.')
    },
    /** The same as text, for comparisons; null before the first answer. */
    text() {
      lookInTime()
      return known?.text ?? null
    },
  }
}
