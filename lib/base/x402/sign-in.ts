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
  if (family === 'evm') return ethereumText(proof, checksumAddress(proof.address))
  if (family === 'svm') return solanaText(proof)
  throw new RangeError('Expected a chain of eip155 or solana.')
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

const referenceOf = (chainId: string) => chainId.slice(chainId.indexOf(':') + 1)

/** EIP-4361 leaves the statement's line out, but not the empty lines around it. */
function ethereumText(proof: SignInProof, address: string): string {
  return [
    `${proof.domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    ...(proof.statement === undefined ? [] : [proof.statement]),
    '',
    ...commonLines(proof),
    ...(proof.requestId === undefined ? [] : [`Request ID: ${proof.requestId}`]),
    ...(proof.resources === undefined ? [] : ['Resources:', ...proof.resources.map((resource) => `- ${resource}`)]),
  ].join('\n')
}

/** Sign-In With Solana drops empty parts, with their headings. */
function solanaText(proof: SignInProof): string {
  const resources = proof.resources ?? []
  return [
    `${proof.domain} wants you to sign in with your Solana account:`,
    proof.address,
    '',
    ...(proof.statement ? [proof.statement, ''] : []),
    ...commonLines(proof),
    ...(proof.requestId ? [`Request ID: ${proof.requestId}`] : []),
    ...(resources.length === 0 ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ].join('\n')
}

const commonLines = (proof: SignInProof) => [
  `URI: ${proof.uri}`,
  `Version: ${proof.version}`,
  `Chain ID: ${referenceOf(proof.chainId)}`,
  `Nonce: ${proof.nonce}`,
  `Issued At: ${proof.issuedAt}`,
  ...(proof.expirationTime ? [`Expiration Time: ${proof.expirationTime}`] : []),
  ...(proof.notBefore ? [`Not Before: ${proof.notBefore}`] : []),
]
