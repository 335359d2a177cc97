import {
  type Address,
  createKeyPairSignerFromBytes,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type KeyPairSigner,
} from '@solana/kit'

/** A fully signed transaction; `signature` identifies it and is known before it is sent. */
type SignedSvmTransaction = { signature: string; transaction: string }

/** A wallet that pays Solana fees. It adds its signature to what the payer signed and changes nothing else. */
export type SvmFeePayer = {
  address: Address
  signer: KeyPairSigner
  sign: (transaction: string) => Promise<SignedSvmTransaction>
}

/** Takes the 64-byte secret key in base58, as Solana wallets export it. Never repeats it in a message. */
export async function openSvmFeePayer(secretKey: string): Promise<SvmFeePayer> {
  const signer = await readSigner(secretKey)
  return { address: signer.address, signer, sign: (transaction) => signTransaction(signer, transaction) }
}

async function readSigner(secretKey: string): Promise<KeyPairSigner> {
  try {
    return await createKeyPairSignerFromBytes(getBase58Encoder().encode(secretKey))
  } catch {
    throw new Error('Expected a Solana fee payer key of 64 bytes in base58.')
  }
}

async function signTransaction(signer: KeyPairSigner, encoded: string): Promise<SignedSvmTransaction> {
  const transaction = getTransactionDecoder().decode(Buffer.from(encoded, 'base64'))
  const [added] = await signer.signMessages([{ content: Uint8Array.from(transaction.messageBytes), signatures: {} }])
  const signed = { ...transaction, signatures: { ...transaction.signatures, ...added } }
  return { signature: getSignatureFromTransaction(signed), transaction: getBase64EncodedWireTransaction(signed) }
}
