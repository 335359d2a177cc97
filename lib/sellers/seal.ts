import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

declare const keyBrand: unique symbol

/** The key under which sellers' secrets lie in the database. */
export type SealKey = Buffer & { readonly [keyBrand]: true }

const nonceBytes = 12
const tagBytes = 16

/** Derives the key from the server's secret; every instance gets the same. */
export function deriveSealKey(secret: string): SealKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'turnpike sellers secrets v1', 32))
  return key as SealKey // Derived for this purpose alone, just now.
}

/**
 * Encrypts a seller's secret (AES-256-GCM, a fresh nonce in front).
 * @param owner id of the row that it belongs to: moved to another row, it can no longer be opened
 */
export function sealText(key: SealKey, owner: string, text: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]))
}

/** Decrypts what `sealText` made for the same owner; throws for anything else, and when the server's secret changed. */
export function openSealed(key: SealKey, owner: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
