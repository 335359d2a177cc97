import type { Curve } from './curves'
import { isSignerError, SignerError } from './signer-error'

/** Where a key is kept, instead of the key: its address, and its name at the holder. */
export type KeyReference = { holder: 'web3signer' | 'aws-kms'; address: string; name: string }

/** A key that others keep: they sign, and we see signatures only. */
export type RemoteKey = {
  address: string
  /** Signs on secp256k1 what `content` hashes to by Keccak-256, on Ed25519 `content`. Throws `SignerError`. */
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
  /** r and s, or an Ed25519 signature: 64 bytes. */
  sign(content: Uint8Array): Promise<Uint8Array>
}

/** A signature moves nothing before it is sent: a call that failed may be made again, within this time. */
const LIMIT_MS = 3_000

const CHECK_AGAIN_MS = 60_000
const CHECK_FAULTY_MS = 1_000

/** Nothing takes it for a transaction, a payment or a proof. */
const CHECKED = new TextEncoder().encode('\x19Ethereum Signed Message:\n21Is this key available')

export function createRemoteKey(address: string, curve: Curve, holder: Holder): RemoteKey {
  let known: { fault: string | null; at: number } = { fault: null, at: -Infinity }
  let isIdentified = false
  let checking: Promise<void> | null = null

  const ask = async (content: Uint8Array) => {
    if (!isIdentified) await holder.identify()
    isIdentified = true
    const signature = curve.prove(content, await holder.sign(content), address)
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
export async function askHolder(place: string, call: (leftMs: number) => Promise<Answer>): Promise<Answer> {
  const until = performance.now() + LIMIT_MS
  for (let attempt = 1; ; attempt += 1) {
    const leftMs = Math.ceil(until - performance.now())
    const answer = await call(leftMs).catch(
      (cause: unknown) => new SignerError(`${place} does not answer${codeOf(cause)}.`, { cause }),
    )
    const mayPass = answer instanceof Error || answer.mayPass || answer.status >= 500 || answer.status === 429
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

/** `mayPass`: the holder says so, whatever the status. */
type Answer = { status: number; body: Buffer; mayPass?: boolean }
