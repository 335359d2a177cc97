import { createHash, randomBytes } from 'node:crypto'

/** A kind of secret that is shown once: 256 random bits, with a prefix that people and secret scanners recognise. */
const secretForm = (prefix: string) => ({
  create: (): string => `${prefix}${randomBytes(32).toString('base64url')}`,
  /** Whether the text has this form, checked before the database is asked. */
  is: (text: string): boolean => text.startsWith(prefix) && /^[\w-]{43}$/.test(text.slice(prefix.length)),
})

/** Such a secret cannot be guessed, so a plain hash is enough. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const keySecret = secretForm('tps_')
