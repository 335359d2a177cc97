import https from 'node:https'
import secp256k1 from 'secp256k1'
import { bytesToHex, concat, type Hex, hexToBytes, isHex, keccak256, toHex } from 'viem'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { requestBounded } from '../bounded-request'
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

/** Opens a key that is kept elsewhere; nothing is asked before it is checked or signs. */
export type OpenRemoteKey = (reference: KeyReference) => RemoteKey

/** One key for each address, in as many places as it is used. `settings`: null where Web3Signer keeps none. */
export function createRemoteKeys(settings: Web3SignerSettings | null) {
  const signer = settings && openWeb3Signer(settings)
  const keys = new Map<string, RemoteKey>()
  const unchecked = new Set<RemoteKey>()
  return {
    open({ address }: KeyReference): RemoteKey {
      const known = keys.get(address)
      if (known) return known
      if (!signer) throw new Error('Expected settings of Web3Signer, which keeps a key.')
      const key = createRemoteKey(address, signer)
      keys.set(address, key)
      unchecked.add(key)
      return key
    },
    /** Checks the keys that were opened since the last call, and says what is wrong. */
    async checkNew() {
      const checks = [...unchecked].map((key) => key.check())
      unchecked.clear()
      const ends = await Promise.allSettled(checks)
      return ends.flatMap((end) => (end.status === 'rejected' && isSignerError(end.reason) ? [end.reason] : []))
    },
  }
}

type Web3SignerSettings = {
  url: string
  /** PEM: our client certificate with its key, then those to trust in place of the system's. Secret. */
  certificate: string | undefined
}

type Web3Signer = { place: string; ask(path: string, data?: Hex): Promise<string> }

const MAX_ANSWER_BYTES = 256 * 1_024

/** A signature moves nothing before it is sent: a call that failed may be made again, within this time. */
const LIMIT_MS = 3_000

/**
 * Consensys Web3Signer's HTTP interface for secp256k1 keys, which hashes by Keccak-256 what it signs. It sees whole
 * transactions and typed data, so that a proxy in front of it can judge them.
 */
function openWeb3Signer({ url, certificate }: Web3SignerSettings): Web3Signer {
  const base = new URL(url)
  const place = `Web3Signer at ${base.host}`
  const [cert, ...ca] = certificate?.match(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g) ?? []
  const tls = { cert, key: certificate, ca: ca.length > 0 ? ca : undefined }
  const agent = base.protocol === 'https:' ? new https.Agent({ keepAlive: true, timeout: 20_000, ...tls }) : undefined
  const at = (path: string) => new URL(`${base.pathname.replace(/\/+$/, '')}/api/v1/eth1/${path}`, base)
  return {
    place,
    async ask(path, data) {
      const order = data
        ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data }) }
        : {}
      const until = performance.now() + LIMIT_MS
      const call = () => {
        const limits = { timeoutMs: Math.ceil(until - performance.now()), maxBytes: MAX_ANSWER_BYTES }
        return requestBounded(at(path), { ...order, ...(agent && { agent }) }, limits).catch(
          (cause: unknown) => new SignerError(`${place} does not answer${codeOf(cause)}.`, { cause }),
        )
      }
      let answer = await call()
      const mayPass = answer instanceof Error || answer.status >= 500 || answer.status === 429
      if (mayPass && performance.now() < until) answer = await call()
      if (answer instanceof Error) throw answer
      if (answer.status !== 200) throw new SignerError(`${place} answered ${answer.status}.`)
      return answer.body.toString('utf8').trim()
    },
  }
}

/** Tells a refused connection from a certificate that is not trusted. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  return 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : codeOf(cause.cause)
}

const CHECK_AGAIN_MS = 60_000
const CHECK_FAULTY_MS = 1_000

/** Nothing takes it for a transaction, a payment or a proof. */
const CHECKED = new TextEncoder().encode('\x19Ethereum Signed Message:\n21Is this key available')

function createRemoteKey(address: string, { place, ask }: Web3Signer): RemoteKey {
  let known: { fault: string | null; at: number } = { fault: null, at: -Infinity }
  let identifier: string | null = null
  let checking: Promise<void> | null = null

  const identify = async () => {
    const keys: unknown = JSON.parse(await ask('publicKeys'))
    const found = Array.isArray(keys) ? keys.find((key) => isHex(key) && isKeyOf(key, address)) : null
    if (!found) throw new SignerError(`${place} has no key of ${address}.`, { isOtherKey: true })
    return String(found)
  }
  const askToSign = async (content: Uint8Array) => {
    identifier ??= await identify()
    // r, s, and a v in one of several forms: the recovery id is found by the address.
    const answer = await ask(`sign/${identifier}`, toHex(content))
    const signature = isHex(answer) && proveSecp256k1(content, hexToBytes(answer).subarray(0, 64), address)
    if (signature) return signature
    throw new SignerError(`${place} signed with another key than the one of ${address}.`, { isOtherKey: true })
  }
  const sign = async (content: Uint8Array) => {
    try {
      const signature = await askToSign(content)
      known = { fault: null, at: performance.now() }
      return signature
    } catch (cause) {
      const error = isSignerError(cause) ? cause : new SignerError(`${place} gave no signature.`, { cause })
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

/** True for a public key, whose last 64 bytes are its point, of that address. */
const isKeyOf = (key: Hex, address: string) =>
  key.length >= 130 && isSameAddress('evm', `0x${keccak256(hexToBytes(key).subarray(-64)).slice(-40)}`, address)

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
