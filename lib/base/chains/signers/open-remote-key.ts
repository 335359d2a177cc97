import https from 'node:https'
import { hexToBytes, isHex, toHex } from 'viem'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { requestBounded } from '../bounded-request'
import {
  addressOfSecp256k1,
  askHolder,
  createRemoteKey,
  type Holder,
  isSignerError,
  type KeyReference,
  type RemoteKey,
  SignerError,
} from './remote-key'

/** Opens a key that is kept elsewhere; nothing is asked before it is checked or signs. */
export type OpenRemoteKey = (reference: KeyReference) => RemoteKey

export type RemoteKeys = {
  open: OpenRemoteKey
  /** Checks the keys that were opened since the last call, and says what is wrong. */
  checkNew(): Promise<SignerError[]>
}

/** One key for each address, in as many places as it is used. `web3signer`: null where it keeps none. */
export function createRemoteKeys(web3signer: Web3SignerSettings | null): RemoteKeys {
  const holderOf = web3signer && createWeb3Signer(web3signer)
  const keys = new Map<string, RemoteKey>()
  const unchecked = new Set<RemoteKey>()
  return {
    open({ address }) {
      const known = keys.get(address)
      if (known) return known
      if (!holderOf) throw new Error('Expected settings of Web3Signer, which keeps a key.')
      const key = createRemoteKey(address, holderOf({ address }))
      keys.set(address, key)
      unchecked.add(key)
      return key
    },
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

const MAX_ANSWER_BYTES = 256 * 1_024

/**
 * Consensys Web3Signer's HTTP interface for secp256k1 keys, which hashes by Keccak-256 what it signs. It sees whole
 * transactions and typed data, so that a proxy in front of it can judge them.
 */
function createWeb3Signer({ url, certificate }: Web3SignerSettings): (key: KeyReference) => Holder {
  const base = new URL(url)
  const place = `Web3Signer at ${base.host}`
  const [cert, ...ca] = certificate?.match(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g) ?? []
  const tls = { cert, key: certificate, ca: ca.length > 0 ? ca : undefined }
  const agent = base.protocol === 'https:' ? new https.Agent({ keepAlive: true, timeout: 20_000, ...tls }) : undefined
  const at = (path: string) => new URL(`${base.pathname.replace(/\/+$/, '')}/api/v1/eth1/${path}`, base)
  const ask = async (path: string, data?: string) => {
    const { status, body } = await askHolder(place, (timeoutMs) =>
      requestBounded(
        at(path),
        {
          method: data === undefined ? 'GET' : 'POST',
          headers: data === undefined ? {} : { 'content-type': 'application/json' },
          body: data === undefined ? null : JSON.stringify({ data }),
          ...(agent && { agent }),
        },
        { timeoutMs, maxBytes: MAX_ANSWER_BYTES },
      ),
    )
    if (status !== 200) throw new SignerError(`${place} answered ${status}.`)
    return body.toString('utf8').trim()
  }
  return ({ address }) => {
    let identifier = ''
    return {
      place,
      async identify() {
        const keys: unknown = JSON.parse(await ask('publicKeys'))
        const found = Array.isArray(keys) ? keys.find((key) => isHex(key) && isKeyOf(key, address)) : null
        if (!found) throw new SignerError(`${place} has no key of ${address}.`, { isOtherKey: true })
        identifier = found
      },
      async sign(content) {
        const answer = await ask(`sign/${identifier}`, toHex(content))
        // r, s, and a v in one of several forms: the recovery id is found by the address.
        return isHex(answer) ? hexToBytes(answer).subarray(0, 64) : new Uint8Array()
      },
    }
  }
}

const isKeyOf = (key: `0x${string}`, address: string) =>
  key.length >= 130 && isSameAddress('evm', addressOfSecp256k1(hexToBytes(key)), address)
