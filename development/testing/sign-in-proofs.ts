import type { KeyPairSigner } from '@solana/kit'
import type { EVMSigner, SIWxSigner } from '@x402/extensions/sign-in-with-x'
import { createSIWxPayload, encodeSIWxHeader } from '@x402/extensions/sign-in-with-x'
import type { LocalAccount, PrivateKeyAccount, PublicClient } from 'viem'
import { createPublicClient, createWalletClient, http } from 'viem'
import { baseSepolia } from 'viem/chains'
import type { SignInExtension, SignInProof } from '@/lib/base/x402/sign-in'
import { openSmartWallet } from './smart-wallet'

/** A wallet that signs in as stock clients do: through the SDK. */
export type SigningWallet = { signer: SIWxSigner; type: 'eip191' | 'ed25519' }

export const evmSigningWallet = (account: LocalAccount): SigningWallet => ({
  signer: account as EVMSigner, // A local account always has signMessage; viem types it for wallets without.
  type: 'eip191',
})

export const svmSigningWallet = (keyPair: KeyPairSigner): SigningWallet => ({
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
  wallet: SigningWallet,
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
  const wallet = createWalletClient({
    account: owner,
    chain: baseSepolia,
    transport: http(rpcUrl),
    pollingInterval: 20,
  })
  const reader = createPublicClient({ chain: baseSepolia, transport: http(rpcUrl), pollingInterval: 20 })
  const { address, deployment, signMessage } = await openSmartWallet(reader as PublicClient, owner)
  const signing = (form?: 'undeployed'): SigningWallet => ({
    signer: { address, signMessage: ({ message }: { message: string }) => signMessage(message, form) },
    type: 'eip191',
  })
  return {
    address,
    deployed: signing(),
    undeployed: signing('undeployed'),
    deploy: async () => {
      const hash = await wallet.sendTransaction({ to: deployment.to, data: deployment.data })
      await reader.waitForTransactionReceipt({ hash })
    },
  }
}
