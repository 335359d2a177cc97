import {
  createKeyPairSignerFromPrivateKeyBytes,
  getBase58Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
  signBytes,
} from '@solana/kit'
import { secretOf } from './kept-keys'

/** The wallet's signer. It signs the site's requests without asking: its money is play money. */
export async function solanaAccount(store: Storage) {
  const { address, keyPair } = await createKeyPairSignerFromPrivateKeyBytes(secretOf('svm', store))
  return {
    address,
    publicKey: new Uint8Array(getBase58Encoder().encode(address)),
    signMessage: async (message: Uint8Array) =>
      new Uint8Array(await signBytes(keyPair.privateKey, Uint8Array.from(message))),
    signTransaction: async (bytes: Uint8Array) => {
      const signed = await partiallySignTransaction([keyPair], getTransactionDecoder().decode(bytes))
      return new Uint8Array(getTransactionEncoder().encode(signed))
    },
  }
}
