import { randomBytes } from 'node:crypto'

/** A handle that no other test has. */
export const newHandle = (word: string): string => `${word}-${randomBytes(4).toString('hex')}`
