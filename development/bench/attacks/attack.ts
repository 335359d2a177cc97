import type { Address } from 'viem'
import type { Target } from '@/development/testing/targets'
import type { TestWorld } from '@/development/testing/test-world'

export type Side = {
  target: Target
  /** Where its facilitator verifies and settles over HTTP. */
  facilitator: string
  gasWallet: Address
}

export type Outcome = {
  /** Contents, or a facilitator's approvals, beyond those that were paid for. */
  leaked?: number
  /** Handler runs that earned nothing. */
  unpaidRuns?: number
  /** The payer's charge, atomic units. */
  charged?: bigint
  /** The part of the charge for which the payer got nothing. */
  lost?: bigint
  said: string
}

export type Attack = {
  /** The number in docs/security.md, which names the papers. */
  id: string
  name: string
  run: (world: TestWorld, side: Side) => Promise<Outcome>
}
