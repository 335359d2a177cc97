import { createHash, randomBytes } from 'node:crypto'

/** A new code: 256 random bits, with a prefix that people and secret scanners recognise. */
export const createCode = (): string => `tpi_${randomBytes(32).toString('base64url')}`

/** Whether the text has a code's form, checked before the database is asked. */
export const isCode = (text: string): boolean => /^tpi_[\w-]{43}$/.test(text)

/** A code cannot be guessed, so a plain hash is enough. */
export const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex')
