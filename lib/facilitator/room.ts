import type { NetworkSettler } from './create-network-settler'
import type { FacilitatorDeps, FacilitatorLimits } from './ports'

export type FacilitatorRoom = {
  deps: FacilitatorDeps
  limits: FacilitatorLimits
  /** Fails for a network that is not configured. */
  settler(network: string): NetworkSettler
  settlers: readonly NetworkSettler[]
}
