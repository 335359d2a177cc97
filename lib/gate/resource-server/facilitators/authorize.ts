import { randomBytes } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'

/** `bearer`: one token for all requests. `cdp`: a key that signs a token for each, for Coinbase's platform. */
export type FacilitatorCredential =
  | { kind: 'bearer'; token: string }
  /** `keySecret`: base64 of an Ed25519 key, 64 bytes. */
  | { kind: 'cdp'; keyId: string; keySecret: string }

export type Authorize = (method: string, url: string) => Promise<Record<string, string>>

const TOKEN_SECONDS = 120

export function createAuthorize(credential: FacilitatorCredential | null): Authorize {
  if (credential === null) return async () => ({})
  if (credential.kind === 'bearer') {
    const headers = { authorization: `Bearer ${credential.token}` }
    return async () => headers
  }
  const { keyId, keySecret } = credential
  const bytes = Buffer.from(keySecret, 'base64')
  const [d, x] = [bytes.subarray(0, 32), bytes.subarray(32)].map((half) => half.toString('base64url'))
  const key = importJWK({ kty: 'OKP', crv: 'Ed25519', d, x }, 'EdDSA')
  return async (method, url) => {
    const { host, pathname } = new URL(url)
    const now = Math.floor(Date.now() / 1000)
    const token = await new SignJWT({ uris: [`${method} ${host}${pathname}`] })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: keyId, nonce: randomBytes(16).toString('hex') })
      .setIssuer('cdp')
      .setSubject(keyId)
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + TOKEN_SECONDS)
      .sign(await key)
    return { authorization: `Bearer ${token}` }
  }
}
