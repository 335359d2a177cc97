import { createHash, randomBytes } from 'node:crypto'

/** Lets people and secret scanners recognise a seller's key. */
const KEY_PREFIX = 'tps_'

/** A new secret: 256 random bits. */
export const createSecret = (): string => `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`

/** Whether the text has a key's form, checked before the database is asked. */
export const isSecret = (text: string): boolean => /^tps_[\w-]{43}$/.test(text)

/** A secret cannot be guessed, so a plain hash is enough. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
