import type { SupportedChain as SdkSupportedChain, SIWxExtension, SIWxPayload } from '@x402/extensions/sign-in-with-x'
import { z } from 'zod'
import { parseHeader } from './header-codec'
import { familyOf } from './networks'

/** Content of `SIGN-IN-WITH-X`: the challenge's info, the chosen chain, the address and its signature. */
export type SignInProof = SIWxPayload

export type SupportedChain = SdkSupportedChain

/** The extension as a challenge carries it; its schema may say less than the SDK's. */
export type SignInExtension = Omit<SIWxExtension, 'schema'> & { schema: object }

/** Chains of these networks on which wallets can sign in; the standard knows no Algorand sign-in. */
export function signInChains(networks: readonly string[]): SupportedChain[] {
  return [...new Set(networks)].flatMap((chainId): SupportedChain[] => {
    const family = familyOf(chainId)
    if (family === 'evm') return [{ chainId, type: 'eip191' }]
    return family === 'svm' ? [{ chainId, type: 'ed25519' }] : []
  })
}

export type ParsedSignIn = { ok: true; proof: SignInProof } | { ok: false; reason: string }

/** Parses a `SIGN-IN-WITH-X` header. Never throws; the reason names the field, never its value. */
export function parseSignInHeader(header: string): ParsedSignIn {
  const parsed = parseHeader(header)
  if (!parsed.ok) return { ok: false, reason: `header_${parsed.reason}` }
  const result = proofSchema.safeParse(parsed.value)
  if (result.success) return { ok: true, proof: result.data }
  return { ok: false, reason: `${result.error.issues[0]?.path[0] ?? 'proof'}_malformed` }
}

/**
 * The text that the wallet has signed: EIP-4361 with the numeric chain id, or Sign-In With Solana with the genesis
 * reference; byte for byte what the SDK's client builds. `checksumAddress` is EIP-55, which needs a hash function and
 * so comes from the caller; it must accept any case. Throws RangeError for a chain of another family.
 */
export function signInMessageText(proof: SignInProof, checksumAddress: (address: string) => string): string {
  const family = familyOf(proof.chainId)
  if (family !== 'evm' && family !== 'svm') throw new RangeError('Expected a chain of eip155 or solana.')
  const isEvm = family === 'evm'
  // Sign-In With Solana drops empty parts, EIP-4361 only missing ones, and keeps the empty lines around a statement.
  const isSaid = (part: string | string[] | undefined) => (isEvm ? part !== undefined : Boolean(part?.length))
  const { statement, requestId, resources } = proof
  return [
    `${proof.domain} wants you to sign in with your ${isEvm ? 'Ethereum' : 'Solana'} account:`,
    isEvm ? checksumAddress(proof.address) : proof.address,
    '',
    ...(isSaid(statement) ? [statement] : []),
    ...(isEvm || isSaid(statement) ? [''] : []),
    `URI: ${proof.uri}`,
    `Version: ${proof.version}`,
    `Chain ID: ${proof.chainId.slice(proof.chainId.indexOf(':') + 1)}`,
    `Nonce: ${proof.nonce}`,
    `Issued At: ${proof.issuedAt}`,
    ...(proof.expirationTime ? [`Expiration Time: ${proof.expirationTime}`] : []),
    ...(proof.notBefore ? [`Not Before: ${proof.notBefore}`] : []),
    ...(isSaid(requestId) ? [`Request ID: ${requestId}`] : []),
    ...(isSaid(resources) ? ['Resources:', ...(resources ?? []).map((resource) => `- ${resource}`)] : []),
  ].join('\n')
}

const shortText = z.string().max(256)
const uriText = z.string().max(2048)

const proofSchema = z.object({
  domain: shortText.min(1),
  address: z.string().min(1).max(128),
  statement: z.string().max(1024).optional(),
  uri: uriText.min(1),
  version: z.string().min(1).max(16),
  chainId: z.string().min(3).max(64),
  type: z.enum(['eip191', 'ed25519']),
  nonce: z.string().min(1).max(512),
  issuedAt: z.string().min(1).max(40),
  expirationTime: z.string().max(40).optional(),
  notBefore: z.string().max(40).optional(),
  requestId: shortText.optional(),
  resources: z.array(uriText).max(16).optional(),
  signatureScheme: z.enum(['eip191', 'eip1271', 'eip6492', 'siws']).optional(),
  signature: z.string().min(1).max(8192),
})
