import { type AwsKmsSettings, createAwsKms } from './aws-kms'
import { curves } from './curves'
import { createRemoteKey, type KeyReference, type RemoteKey } from './remote-key'
import { isSignerError, type SignerError } from './signer-error'
import { createWeb3Signer, type Web3SignerSettings } from './web3signer'

/** Who keeps keys for us; null where no key is kept there. */
export type SignerSettings = { web3signer: Web3SignerSettings | null; awsKms: AwsKmsSettings | null }

/** Opens a key that is kept elsewhere; nothing is asked before it is checked or signs. */
export type OpenRemoteKey = (reference: KeyReference, family: keyof typeof curves) => RemoteKey

export type RemoteKeys = {
  open: OpenRemoteKey
  /** Checks the keys that were opened since the last call, and says what is wrong. */
  checkNew(): Promise<SignerError[]>
}

/** One key for each name, in as many places as it is used. */
export function createRemoteKeys({ web3signer, awsKms }: SignerSettings): RemoteKeys {
  const ofWeb3Signer = web3signer && createWeb3Signer(web3signer)
  const ofAwsKms = awsKms && createAwsKms(awsKms)
  const keys = new Map<string, RemoteKey>()
  const unchecked = new Set<RemoteKey>()
  return {
    open(reference, family) {
      const name = JSON.stringify(reference)
      const known = keys.get(name)
      if (known) return known
      const curve = curves[family]
      const holder = reference.holder === 'aws-kms' ? ofAwsKms?.(reference, curve) : ofWeb3Signer?.(reference)
      if (!holder) throw new Error(`Expected settings of ${reference.holder}, which keeps a key.`)
      const key = createRemoteKey(reference.address, curve, holder)
      keys.set(name, key)
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
