import secp256k1 from 'secp256k1'
import { bytesToHex, concat, keccak256, toHex } from 'viem'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { recoverEvmAddress } from '../evm/evm-address'

/** A key that is kept elsewhere, instead of the key: the address by which its holder finds it. */
export type KeyReference = { address: string }

/** A key that others keep: they sign, and we see signatures only. */
export type RemoteKey = {
  address: string
  /** Signs what `content` hashes to by Keccak-256. Throws `SignerError`. */
  sign(content: Uint8Array): Promise<Uint8Array>
  /** Asks for a signature that is of no use, to learn whether it signs. Throws `SignerError`. */
  check(): Promise<void>
  /** Why it did not sign when it was last asked; null when it did. Asks again after a while, without waiting for it. */
  fault(): string | null
}

/** How a holder of keys is asked, for one key. Both throw; a signature is checked by the caller. */
export type Holder = {
  /** Who it is, for messages. */
  place: string
  /** Throws a `SignerError` when its key is not the one of our address. */
  identify(): Promise<void>
  /** r and s: 64 bytes. */
  sign(content: Uint8Array): Promise<Uint8Array>
}

/** A signature moves nothing before it is sent: a call that failed may be made again, within this time. */
const LIMIT_MS = 3_000

const CHECK_AGAIN_MS = 60_000
const CHECK_FAULTY_MS = 1_000

/** Nothing takes it for a transaction, a payment or a proof. */
const CHECKED = new TextEncoder().encode('\x19Ethereum Signed Message:\n21Is this key available')

export function createRemoteKey(address: string, holder: Holder): RemoteKey {
  let known: { fault: string | null; at: number } = { fault: null, at: -Infinity }
  let isIdentified = false
  let checking: Promise<void> | null = null

  const ask = async (content: Uint8Array) => {
    if (!isIdentified) await holder.identify()
    isIdentified = true
    const signature = proveSecp256k1(content, await holder.sign(content), address)
    if (signature) return signature
    throw new SignerError(`${holder.place} signed with another key than the one of ${address}.`, { isOtherKey: true })
  }
  const sign = async (content: Uint8Array) => {
    try {
      const signature = await ask(content)
      known = { fault: null, at: performance.now() }
      return signature
    } catch (cause) {
      const error = isSignerError(cause) ? cause : new SignerError(`${holder.place} gave no signature.`, { cause })
      known = { fault: error.message, at: performance.now() }
      throw error
    }
  }
  const check = () => {
    checking ??= sign(CHECKED)
      .then(() => {})
      .finally(() => {
        checking = null
      })
    return checking
  }
  return {
    address,
    sign,
    check,
    fault() {
      const ageMs = performance.now() - known.at
      if (ageMs > (known.fault === null ? CHECK_AGAIN_MS : CHECK_FAULTY_MS)) check().catch(() => {})
      return known.fault
    },
  }
}

/** One call of a holder within the time that it has, made once more where it failed in a way that may pass. */
export async function askHolder(
  place: string,
  call: (leftMs: number) => Promise<RemoteKeyAnswer>,
): Promise<RemoteKeyAnswer> {
  const until = performance.now() + LIMIT_MS
  for (let attempt = 1; ; attempt += 1) {
    const leftMs = Math.ceil(until - performance.now())
    const answer = await call(leftMs).catch(
      (cause: unknown) => new SignerError(`${place} does not answer${codeOf(cause)}.`, { cause }),
    )
    const mayPass = answer instanceof Error || answer.status >= 500 || answer.status === 429
    if (mayPass && attempt === 1 && performance.now() < until) continue
    if (answer instanceof Error) throw answer
    return answer
  }
}

/** Tells a refused connection from a certificate that is not trusted. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  return 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : codeOf(cause.cause)
}

type RemoteKeyAnswer = { status: number; body: Buffer }

/** A key that is kept elsewhere did not sign; nothing was sent. The message says who holds it, and no secret. */
export class SignerError extends Error {
  /** The holder has another key than the address that is configured: waiting does not help. */
  readonly isOtherKey: boolean

  constructor(message: string, options: { isOtherKey?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'SignerError'
    this.isOtherKey = options.isOtherKey ?? false
  }
}

export const isSignerError = (error: unknown): error is SignerError =>
  error instanceof Error && error.name === 'SignerError'

/** The address of a public key, whose last 64 bytes are its point. */
export const addressOfSecp256k1 = (publicKey: Uint8Array): string =>
  `0x${keccak256(publicKey.subarray(-64)).slice(-40)}`

/**
 * The signature as networks take it (r, the lower s, the recovery id), when the key of that address made `raw`, its r
 * and s, for what `content` hashes to; null for any other.
 */
function proveSecp256k1(content: Uint8Array, raw: Uint8Array, address: string): Uint8Array | null {
  if (raw.length !== 64) return null
  const digest = keccak256(content)
  const lower = secp256k1.signatureNormalize(Uint8Array.from(raw))
  const recovery = [0, 1].find((id) => {
    const found = recoverEvmAddress(digest, concat([bytesToHex(lower), toHex(27 + id, { size: 1 })]))
    return found !== null && isSameAddress('evm', found, address)
  })
  return recovery === undefined ? null : Uint8Array.from([...lower, recovery])
}
