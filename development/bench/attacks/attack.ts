import type { Address } from 'viem'
import type { Target } from '@/development/testing/targets'
import type { TestWorld } from '@/development/testing/test-world'

/** A server under attack, and what it is watched by. */
export type Side = {
  target: Target
  /** Where its facilitator verifies and settles over HTTP. */
  facilitator: string
  /** The wallet that pays for its transactions. */
  gasWallet: Address
  /** Starts a second server of the same seller, with a ledger of its own and the first one's facilitator. */
  startOther: () => Promise<{ target: Target; stop: () => Promise<void> }>
}

/** What an attack got, and what it cost. */
export type Outcome = {
  /** Contents, or yeses of a facilitator, beyond those that were paid for. */
  leaked: number
  /** Handler runs that nothing was earned by. */
  unpaidRuns: number
  /** What the payer was charged, atomic units. */
  charged: bigint
  /** What of it the payer got nothing for. */
  lost: bigint
  /** What happened, in a few words. */
  said: string
}

export type Attack = {
  /** As docs/security.md numbers it. */
  id: string
  name: string
  /** What the papers call it, where they have it. */
  paperName?: string
  run: (world: TestWorld, side: Side) => Promise<Outcome>
}

/** What was measured of one attack on one side. */
export type Result = Omit<Outcome, 'charged' | 'lost'> & {
  charged: string
  lost: string
  gas: number
  transactions: number
  milliseconds: number
}
