import type { Supported } from '@/lib/base/x402/wire'
import { type FacilitatorPort, FacilitatorUnreachableError } from './ports'

/** How often a facilitator is looked at again; one over HTTP is asked once a minute. */
const LOOK_AGAIN_MS = 5_000

/** A facilitator's last word on what it supports, kept up to date while it is in use. */
export type SupportedWatch = {
  /** Looks now; fails as the facilitator does. */
  look: () => Promise<Supported>
  /** As it was last; fails as unreachable before it has answered once. Both have it looked at again in time. */
  get: () => Supported
  /** The same as text, to compare by; null before it has answered once. */
  text: () => string | null
}

const watches = new WeakMap<object, SupportedWatch>()

/** The one watch of a facilitator. */
export function watchSupported(facilitator: Pick<FacilitatorPort, 'supported'>): SupportedWatch {
  const watch = watches.get(facilitator) ?? createWatch(facilitator)
  watches.set(facilitator, watch)
  return watch
}

function createWatch(facilitator: Pick<FacilitatorPort, 'supported'>): SupportedWatch {
  let known: { value: Supported; text: string } | null = null
  let lookedAt = -Infinity
  let looking: Promise<unknown> | null = null

  const look = async (): Promise<Supported> => {
    const value = await facilitator.supported()
    const text = JSON.stringify(value)
    if (known?.text !== text) known = { value, text }
    return known.value
  }

  /** What was said before holds while it is silent. */
  const lookInTime = () => {
    if (looking || (known && performance.now() - lookedAt < LOOK_AGAIN_MS)) return
    lookedAt = performance.now()
    // One that does not answer is logged where it is asked.
    looking = Promise.allSettled([look()]).then(() => {
      looking = null
    })
  }

  return {
    look,
    get() {
      lookInTime()
      if (known) return known.value
      throw new FacilitatorUnreachableError('The facilitator has not said yet what it settles.')
    },
    text() {
      lookInTime()
      return known?.text ?? null
    },
  }
}
