import type { KeyPairSigner } from '@solana/kit'
import { createSIWxPayload, type EVMSigner, encodeSIWxHeader, type SIWxSigner } from '@x402/extensions/sign-in-with-x'
import type { Hex, LocalAccount, PrivateKeyAccount, PublicClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readerAt, walletAt } from '@/development/devnet/testing/evm-parties'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { SignInExtension, SignInProof } from '@/lib/base/x402/sign-in'
import { openSmartWallet } from './smart-wallet'

export type ProofWallet = { signer: SIWxSigner; type: 'eip191' | 'ed25519' }

export const evmSigningWallet = (account: LocalAccount): ProofWallet => ({
  signer: account as EVMSigner, // A local account always has signMessage; viem types it for wallets without.
  type: 'eip191',
})

export const svmSigningWallet = (keyPair: KeyPairSigner): ProofWallet => ({
  signer: {
    publicKey: keyPair.address,
    signMessage: async (content: Uint8Array) => {
      const [signatures] = await keyPair.signMessages([{ content, signatures: {} }])
      return new Uint8Array(signatures?.[keyPair.address] ?? [])
    },
  },
  type: 'ed25519',
})

/** A signed proof for a challenge. `changes` alter the message: a buyer's own text under a valid signature. */
export async function signProof(
  wallet: ProofWallet,
  challenge: SignInExtension,
  chainId: string,
  changes: Partial<SignInProof> = {},
): Promise<SignInProof> {
  const info = { ...challenge.info, chainId, type: wallet.type, ...changes }
  return createSIWxPayload(info, wallet.signer, info.uri)
}

export const proofHeader = (proof: SignInProof) => encodeSIWxHeader(proof)

/** A contract wallet of the local networks: signs before it is deployed (EIP-6492) and after (EIP-1271). */
export async function openContractWallet(rpcUrl: string, owner: PrivateKeyAccount) {
  const wallet = walletAt(rpcUrl, owner)
  const { address, deployment, signMessage } = await openSmartWallet(readerAt(rpcUrl) as PublicClient, owner)
  const signing = (form?: 'undeployed'): ProofWallet => ({
    signer: { address, signMessage: ({ message }: { message: string }) => signMessage(message, form) },
    type: 'eip191',
  })
  return {
    address,
    deployed: signing(),
    undeployed: signing('undeployed'),
    deploy: async () => {
      const hash = await wallet.sendTransaction({ to: deployment.to, data: deployment.data })
      await wallet.waitForTransactionReceipt({ hash })
    },
  }
}

/** Asks a paid URL for its sign-in challenge and signs it with an EVM key, as stock clients do. */
export async function signInHeaders(url: string, key: Hex, init: RequestInit = {}): Promise<Record<string, string>> {
  const response = await fetch(url, init)
  const parsed = parseHeader(response.headers.get('payment-required') ?? '')
  const extensions = parsed.ok ? (parsed.value.extensions as Record<string, unknown> | undefined) : undefined
  const challenge = extensions?.['sign-in-with-x']
  if (!challenge) throw new Error(`${url} offers no sign-in.`)
  const wallet = evmSigningWallet(privateKeyToAccount(key))
  const proof = await signProof(wallet, challenge as SignInExtension, BASE_SEPOLIA) // The site's own challenge.
  return { 'SIGN-IN-WITH-X': proofHeader(proof) }
}

export const signConfirmation = async (wallet: LocalAccount, confirmation: SignInExtension): Promise<string> =>
  proofHeader(await signProof(evmSigningWallet(wallet), confirmation, BASE_SEPOLIA))

/** Makes a change that a wallet has to sign: gets the message, signs it, and makes the change. */
export async function confirmed<T>(wallet: LocalAccount, change: (proof: string | null) => Promise<T>): Promise<T> {
  return change(await signConfirmation(wallet, await confirmationOf(change(null))))
}

export async function confirmationOf(change: Promise<unknown>): Promise<SignInExtension> {
  const refusal: unknown = await change.then(
    () => null,
    (error: unknown) => error,
  )
  if (refusal instanceof Error && 'confirmation' in refusal) return refusal.confirmation as SignInExtension // Its own.
  throw new Error('Expected the change to ask for a signature.', { cause: refusal })
}
