import { createHash, randomBytes } from 'node:crypto'

/** So that people and secret scanners know a seller's key when they see one. */
const KEY_PREFIX = 'tps_'

/** A new secret: 256 random bits. */
export const createSecret = (): string => `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`

/** Whether that could be a seller's key at all, before the database is asked. */
export const isSecret = (text: string): boolean => /^tps_[\w-]{43}$/.test(text)

/** There is nothing to guess in a secret, so a plain hash is enough. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
