import type { KeyPairSigner, TransactionSigner } from '@solana/kit'
import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit'
import type { SIWxSigner } from '@x402/extensions/sign-in-with-x'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { PayerError } from './payer-error'
import type { PayerWallet, RpcUrls } from './wallet'

/** A Solana wallet that pays `exact`. `signer` signs transactions, `messageSigner` signs in. */
export function createSvmWallet(options: {
  signer: TransactionSigner
  messageSigner: SIWxSigner | null
  networks?: string[]
  rpcUrls?: RpcUrls
}): PayerWallet {
  const { signer, networks = ['solana:*'], rpcUrls = {} } = options
  const exact = networks.flatMap((network) => {
    const known = Object.keys(rpcUrls).filter((key) => key.startsWith('solana:') && network === 'solana:*')
    return [...known, network]
  })
  return {
    address: signer.address,
    networks,
    schemes: exact.map((network) => ({ network, client: new ExactSvmScheme(signer, { rpcUrl: rpcUrls[network] }) })),
    signer: options.messageSigner,
  }
}

/** Reads the 64-byte secret key (seed, then public key) in base58. Fails with `INVALID_KEY`, without repeating it. */
export async function parseSvmKey(key: string): Promise<KeyPairSigner> {
  try {
    return await createKeyPairSignerFromBytes(getBase58Encoder().encode(key))
  } catch {
    throw new PayerError('INVALID_KEY', 'The Solana key must be a 64-byte secret key in base58.')
  }
}

export function keyPairMessageSigner(signer: KeyPairSigner): SIWxSigner {
  return {
    publicKey: signer.address,
    signMessage: async (content: Uint8Array) => {
      const [signatures] = await signer.signMessages([{ content, signatures: {} }])
      const signature = signatures?.[signer.address]
      if (!signature) throw new Error('The Solana key pair returned no signature of its own.')
      return new Uint8Array(signature)
    },
  }
}
