import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

type DerivedKey = {
  /** Names the key in a sealed value without revealing it. */
  id: Buffer
  bytes: Buffer
}

declare const keyBrand: unique symbol

/** The key under which sellers' secrets are stored, and the previous ones. */
export type SealKey = { current: DerivedKey; previous: DerivedKey[] } & { readonly [keyBrand]: true }

export const KEY_ID_BYTES = 8
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Derives the keys from the server's secret and its predecessors; every instance gets the same. */
export function deriveSealKey(secret: string, previousSecrets: readonly string[] = []): SealKey {
  const keys = { current: deriveKey(secret), previous: previousSecrets.map(deriveKey) }
  return keys as SealKey // Derived just now, only for sealing.
}

function deriveKey(secret: string): DerivedKey {
  const derive = (purpose: string, length: number) => Buffer.from(hkdfSync('sha256', secret, '', purpose, length))
  return { id: derive('turnpike sellers key id v1', KEY_ID_BYTES), bytes: derive('turnpike sellers secrets v1', 32) }
}

/**
 * Encrypts a seller's secret: the key's id, a fresh nonce, the tag, AES-256-GCM.
 * @param owner id of the row that it belongs to: in another row it cannot be opened
 */
export function sealText({ current }: SealKey, owner: string, text: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return new Uint8Array(Buffer.concat([current.id, nonce, cipher.getAuthTag(), sealed]))
}

/**
 * Decrypts what `sealText` made for the same owner; null for anything else, and when its secret is no longer listed.
 */
export function tryOpenSealed({ current, previous }: SealKey, owner: string, sealed: Uint8Array): string | null {
  const bytes = Buffer.from(sealed)
  const named = [current, ...previous].find(({ id }) => id.equals(bytes.subarray(0, KEY_ID_BYTES)))
  return named ? decrypt(named, owner, bytes.subarray(KEY_ID_BYTES)) : null
}

export function openSealed(key: SealKey, owner: string, sealed: Uint8Array): string {
  const text = tryOpenSealed(key, owner, sealed)
  if (text === null) throw new Error('A sealed value was changed, or made under a secret that is not listed any more.')
  return text
}

function decrypt(key: DerivedKey, owner: string, bytes: Buffer): string | null {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    // Another key's, another owner's, or changed: GCM does not say which.
    return null
  }
}
