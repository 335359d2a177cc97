import { z } from 'zod'
import { type SealKey, sealText, tryOpenSealed } from '../seal'

const shapes = {
  confirm: z.object({ mailboxId: z.string().uuid(), nonce: z.string(), expiresAt: z.number() }),
  unsubscribe: z.object({ mailboxId: z.string().uuid() }),
}
type Purpose = keyof typeof shapes
type Facts<P extends Purpose> = z.infer<(typeof shapes)[P]>

const MAXIMUM_CHARACTERS = 1_000

/** Makes the token of a link in a mail: facts signed with the site's secret, valid only for that purpose. */
export function makeMailToken<P extends Purpose>(key: SealKey, purpose: P, facts: Facts<P>): string {
  return Buffer.from(sealText(key, ownerOf(purpose), JSON.stringify(facts))).toString('base64url')
}

/** Reads a token that `makeMailToken` made for the same purpose; null for anything else. */
export function readMailToken<P extends Purpose>(key: SealKey, purpose: P, token: string): Facts<P> | null {
  if (token.length > MAXIMUM_CHARACTERS || !/^[\w-]+$/.test(token)) return null
  const text = tryOpenSealed(key, ownerOf(purpose), Buffer.from(token, 'base64url'))
  return text === null ? null : (shapes[purpose].parse(JSON.parse(text)) as Facts<P>) // The shape of that purpose.
}

const ownerOf = (purpose: Purpose) => `mail ${purpose}`
