import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import { evmSigningWallet, proofHeader, signProof } from './sign-in-proofs'

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
