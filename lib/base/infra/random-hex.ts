import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4_096)
let offset = pool.length

/** Asking the system for randomness costs more than the rest of a challenge; ask for many at once. */
export function takeRandomHex(bytes: number): string {
  if (offset + bytes > pool.length) {
    randomFillSync(pool)
    offset = 0
  }
  offset += bytes
  return pool.toString('hex', offset - bytes, offset)
}
