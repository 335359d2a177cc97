import { createHash } from 'node:crypto'
import { type Blockhash, blockhash, getBase58Decoder } from '@solana/kit'

export const SLOT_MS = 400
/** A transaction may name any of this many newest block hashes. */
export const BLOCKHASH_LIFETIME_SLOTS = 150n

/** Slots without a block before the first one. Fewer than the slot that counting begins at. */
const EMPTY_SLOTS = 700n

/** Where slot counting began; stored with the chain, so that slots continue after a restart. */
export type SlotOrigin = { slot: number; unixMs: number }

export type SlotClock = ReturnType<typeof createSlotClock>

/**
 * Slots pass with the wall clock, also while the node is down. A block hash is a function of its slot, so hashes from
 * before a restart stay valid after it, for as long as a cluster would accept them.
 */
export function createSlotClock(origin: SlotOrigin, nowMs: () => number) {
  let skipped = 0
  let newest = 0n
  const recent = new Map<string, bigint>()

  function slot(): bigint {
    const counted = BigInt(origin.slot + skipped + Math.floor((nowMs() - origin.unixMs) / SLOT_MS))
    if (counted > newest) remember(counted)
    return newest
  }

  function remember(next: bigint): void {
    const oldestLiving = next - BLOCKHASH_LIFETIME_SLOTS
    const first = newest + 1n > oldestLiving ? newest + 1n : oldestLiving
    for (let each = first < 0n ? 0n : first; each <= next; each++) recent.set(blockhashOf(each), each)
    for (const [hash, each] of recent) {
      if (each >= oldestLiving) break
      recent.delete(hash)
    }
    newest = next
  }

  return {
    slot,
    /** Blocks so far: fewer than slots, as on a cluster, some of whose slots have none. */
    blockHeight: () => slot() - EMPTY_SLOTS,
    latestBlockhash: () => blockhashOf(slot()),
    /** The slot that a block hash belongs to, or null when it is unknown or too old. */
    slotOf: (hash: string) => {
      slot()
      return recent.get(hash) ?? null
    },
    /** Lets slots pass at once, for tests of expiry. Returns the origin to store, so that they never come back. */
    advance: (slots: number): SlotOrigin => {
      skipped += slots
      return { slot: origin.slot + skipped, unixMs: origin.unixMs }
    },
  }
}

const blockhashOf = (slot: bigint): Blockhash =>
  blockhash(getBase58Decoder().decode(createHash('sha256').update(`turnpike devnet svm block ${slot}`).digest()))
