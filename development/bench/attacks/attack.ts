import type { Address } from 'viem'
import type { Target } from '@/development/testing/targets'
import type { TestWorld } from '@/development/testing/test-world'

/** A server under attack, and where to watch it. */
export type Side = {
  target: Target
  /** Where its facilitator verifies and settles over HTTP. */
  facilitator: string
  gasWallet: Address
}

export type Outcome = {
  /** Contents, or a facilitator's approvals, beyond those that were paid for. */
  leaked: number
  /** Handler runs that earned nothing. */
  unpaidRuns: number
  /** The payer's charge, atomic units. */
  charged: bigint
  /** The part of the charge for which the payer got nothing. */
  lost: bigint
  /** The outcome in a few words. */
  said: string
}

export type Attack = {
  /** The number in docs/security.md. */
  id: string
  name: string
  /** The name in the papers, where they have it. */
  paperName?: string
  run: (world: TestWorld, side: Side) => Promise<Outcome>
}

export type Result = Omit<Outcome, 'charged' | 'lost'> & {
  charged: string
  lost: string
  gas: number
  transactions: number
  milliseconds: number
}
