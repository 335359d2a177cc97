import { type Address, createSolanaRpc, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { x402Facilitator } from '@x402/core/facilitator'
import type { Network } from '@x402/core/types'
import { toFacilitatorSvmSigner } from '@x402/svm'
import { ExactSvmScheme as ExactSettler } from '@x402/svm/exact/facilitator'
import { ExactSvmSchemeV1 as Version1Settler } from '@x402/svm/exact/v1/facilitator'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { usdcMint } from '../svm/rpc-error'

export const SVM_NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

/** A new wallet with that much test USDC, and SOL only when it is to pay fees. */
export async function fundedSigner(rpcUrl: string, amountAtomic: bigint, includesGas = false): Promise<KeyPairSigner> {
  const signer = await generateKeyPairSigner()
  const order = { network: SVM_NETWORK, address: signer.address, amountAtomic, includesGas }
  await fundDevnetWallet({ [SVM_NETWORK]: rpcUrl }, order)
  return signer
}

export async function svmUsdcBalance(rpcUrl: string, owner: Address): Promise<bigint> {
  const [account] = await findAssociatedTokenPda({ mint: usdcMint, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS })
  const { value } = await createSolanaRpc(rpcUrl).getTokenAccountBalance(account).send()
  return BigInt(value.amount)
}

/** The stock facilitator; each one keeps its own memory of settlements. */
export const svmFacilitator = (rpcUrl: string, gas: KeyPairSigner) => {
  const signer = toFacilitatorSvmSigner(gas as Parameters<typeof toFacilitatorSvmSigner>[0], { defaultRpcUrl: rpcUrl })
  return new x402Facilitator()
    .register(SVM_NETWORK, new ExactSettler(signer))
    .registerV1('solana-devnet' as Network, new Version1Settler(signer))
}
