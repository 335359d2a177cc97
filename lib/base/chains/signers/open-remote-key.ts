import { createRemoteKey, type KeyReference, type RemoteKey } from './remote-key'
import { isSignerError, type SignerError } from './signer-error'
import { createWeb3Signer, type Web3SignerSettings } from './web3signer'

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
