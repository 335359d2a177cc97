import {
  type Address,
  address,
  createKeyPairSignerFromBytes,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type MessagePartialSigner,
  type ReadonlyUint8Array,
  signatureBytes,
  type TransactionPartialSigner,
} from '@solana/kit'
import type { OpenRemoteKey } from '../signers/open-remote-key'
import type { KeyReference, RemoteKey } from '../signers/remote-key'

/** A fully signed transaction; `signature` identifies it and is known before it is sent. */
type SignedSvmTransaction = { signature: string; transaction: string }

/** A wallet that pays Solana fees. It adds its signature to what the payer signed and changes nothing else. */
export type SvmFeePayer = {
  address: Address
  /** Where others keep the key. */
  remote?: RemoteKey
  signer: SvmSigner
  sign: (transaction: string) => Promise<SignedSvmTransaction>
}

type SvmSigner = MessagePartialSigner & TransactionPartialSigner

/** The 64-byte secret key in base58, as Solana wallets export it, or where the key is kept. */
export type SvmKey = string | KeyReference

/** Fails with a plain message, which never repeats the key, when it has another form. */
export async function openSvmFeePayer(key: SvmKey, openRemote?: OpenRemoteKey): Promise<SvmFeePayer> {
  if (typeof key === 'string') return feePayerOf(await readSigner(key))
  if (!openRemote) throw new Error('Expected to be told who keeps the keys.')
  const remote = openRemote(key, 'svm')
  return { ...feePayerOf(remoteSigner(remote)), remote }
}

const feePayerOf = (signer: SvmSigner): SvmFeePayer => ({
  address: signer.address,
  signer,
  sign: (transaction) => signTransaction(signer, transaction),
})

function remoteSigner(remote: RemoteKey): SvmSigner {
  const own = address(remote.address)
  const signAll = (contents: readonly ReadonlyUint8Array[]) =>
    Promise.all(
      contents.map(async (content) => ({
        [own]: signatureBytes(await remote.sign(Uint8Array.from(content))),
      })),
    )
  return {
    address: own,
    signMessages: (messages) => signAll(messages.map(({ content }) => content)),
    signTransactions: (transactions) => signAll(transactions.map(({ messageBytes }) => messageBytes)),
  }
}

async function readSigner(secretKey: string): Promise<SvmSigner> {
  try {
    return await createKeyPairSignerFromBytes(getBase58Encoder().encode(secretKey))
  } catch {
    throw new Error('Expected a Solana fee payer key of 64 bytes in base58.')
  }
}

async function signTransaction(signer: SvmSigner, encoded: string): Promise<SignedSvmTransaction> {
  const transaction = getTransactionDecoder().decode(Buffer.from(encoded, 'base64'))
  const [added] = await signer.signMessages([{ content: Uint8Array.from(transaction.messageBytes), signatures: {} }])
  const signed = { ...transaction, signatures: { ...transaction.signatures, ...added } }
  return { signature: getSignatureFromTransaction(signed), transaction: getBase64EncodedWireTransaction(signed) }
}
