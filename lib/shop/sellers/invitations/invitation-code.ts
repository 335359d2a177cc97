import { createHash, randomBytes } from 'node:crypto'

/** A new code: 256 random bits, with a beginning that people and secret scanners know. */
export const createCode = (): string => `tpi_${randomBytes(32).toString('base64url')}`

/** Whether that could be a code at all, before the database is asked. */
export const isCode = (text: string): boolean => /^tpi_[\w-]{43}$/.test(text)

/** There is nothing to guess in a code, so a plain hash is enough. */
export const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex')
