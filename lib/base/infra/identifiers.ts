import { randomFillSync } from 'node:crypto'

/** True if the text has an id's form. Anyone may type one into an address; PostgreSQL fails on other text. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

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
