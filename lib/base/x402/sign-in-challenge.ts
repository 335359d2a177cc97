import type { DeclareSIWxOptions } from '@x402/extensions/sign-in-with-x'
import { base58ByteLength, isAddress } from './addresses'
import { keepJson } from './kept-json'
import { type SignInExtension, type SignInProof, type SupportedChain, signInChains } from './sign-in'

/** Options of a route's `sign-in-with-x` declaration. Source: service spec 2.8. */
export type SignInDeclaration = DeclareSIWxOptions & { domain?: string; resourceUri?: string }

export type SignInTerms = {
  domain: string
  uri: string
  statement?: string
  version: string
  supportedChains: SupportedChain[]
  /** Null: the challenge has no expirationTime, and only its age bounds it. */
  expirationSeconds: number | null
}

const MAX_STATEMENT_CHARACTERS = 512
const MAX_EXPIRATION_SECONDS = 365 * 24 * 3600

/** Characters that EIP-4361 allows in a statement; wallets' own parsers refuse a message with any other. */
const STATEMENT_CHARACTERS = /^[A-Za-z0-9 \-._~:/?#[\]@!$&'()*+,;=]+$/

/**
 * Fills in what a declaration leaves out: the domain and the URI from the resource, the networks from the route's
 * payment options. An auth-only route has none to derive from and must name them. Throws RangeError where no challenge
 * that wallets would sign can be made.
 */
export function resolveSignInTerms(
  declaration: SignInDeclaration,
  resource: { uri: string; paymentNetworks: readonly string[] },
): SignInTerms {
  const { network = resource.paymentNetworks, statement, version = '1', expirationSeconds = null } = declaration
  const uri = declaration.resourceUri ?? resource.uri
  if (!URL.canParse(uri)) throw new RangeError('Expected resourceUri to be an absolute URI.')
  const supportedChains = signInChains(typeof network === 'string' ? [network] : network)
  if (supportedChains.length === 0) {
    throw new RangeError('Expected at least one eip155 or solana network to sign in with.')
  }
  if (
    statement !== undefined &&
    !(STATEMENT_CHARACTERS.test(statement) && statement.length <= MAX_STATEMENT_CHARACTERS)
  ) {
    throw new RangeError('Expected a statement of letters, digits, spaces and plain punctuation, on one line.')
  }
  // Wallets' EIP-4361 parsers know this one version and sign no other.
  if (version !== '1') throw new RangeError('Expected the version "1".')
  const isWhole = Number.isInteger(expirationSeconds) && Number(expirationSeconds) > 0
  if (expirationSeconds !== null && !(isWhole && expirationSeconds <= MAX_EXPIRATION_SECONDS)) {
    throw new RangeError('Expected expirationSeconds to be a whole number between 1 and a year.')
  }
  const domain = declaration.domain ?? new URL(resource.uri).host
  return { domain, uri, ...(statement !== undefined && { statement }), version, supportedChains, expirationSeconds }
}

/** Builds the extension of one challenge, its info in the SDK's order of fields. The nonce is one for all chains. */
export function buildSignInChallenge(
  { domain, uri, statement, version, supportedChains }: SignInTerms,
  fresh: Pick<SignInExtension['info'], 'nonce' | 'issuedAt' | 'expirationTime'>,
): SignInExtension {
  const info = { domain, uri, version, ...fresh, ...(statement !== undefined && { statement }) }
  return { info, supportedChains, schema: signInSchema }
}

/**
 * The shortest schema of a proof: texts, nine of which it needs, and perhaps a list of resources. The SDK's own schema
 * names each text and half fills the buffer that proxies keep for an answer's headers.
 */
export const signInSchema: {
  $schema: string
  type: string
  properties: { resources: { type: string } }
  required: string[]
  additionalProperties: { type: string }
} = keepJson({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { resources: { type: 'array' } },
  required: ['domain', 'address', 'uri', 'version', 'chainId', 'type', 'nonce', 'issuedAt', 'signature'],
  additionalProperties: { type: 'string' },
})

/** Result shape of service spec 5.3; the error is a code, one per rule. */
type SignInVerdict = { valid: true; error?: undefined } | { valid: false; error: string }

type ProofTime = { now: Date; maxAgeSeconds?: number | undefined }

/** Tolerance for another server's clock that is ahead; it never prolongs a proof. */
const CLOCK_SKEW_SECONDS = 30

export const DEFAULT_MAX_AGE_SECONDS = 300

/**
 * Checks everything about a proof that takes no cryptography, no storage and no network, before the more expensive HMAC
 * of the nonce and the curve. A proof that passes is well-formed and repeats our challenge.
 * `maxAgeSeconds` counts from `issuedAt`; the earlier of this and expirationTime ends the proof.
 */
export function validateSignInMessage(proof: SignInProof, terms: SignInTerms, at: ProofTime): SignInVerdict {
  const error = findTermsFault(proof, terms) ?? findTimeFault(proof, at) ?? findSignerFault(proof)
  return error ? { valid: false, error } : { valid: true }
}

function findTermsFault(proof: SignInProof, terms: SignInTerms): string | null {
  if (proof.version !== terms.version) return 'version_mismatch'
  if (proof.domain !== terms.domain) return 'domain_mismatch'
  if (proof.uri !== terms.uri) return 'uri_mismatch'
  const chain = terms.supportedChains.find(({ chainId }) => chainId === proof.chainId)
  if (!chain) return 'chain_not_offered'
  if (proof.type !== chain.type) return 'type_mismatch'
  const isSolanaScheme = proof.signatureScheme === 'siws'
  if (proof.signatureScheme && isSolanaScheme !== (proof.type === 'ed25519')) return 'signature_scheme_mismatch'
  if (proof.statement !== terms.statement) return 'statement_changed'
  // Our challenges name none.
  if (proof.resources !== undefined) return 'resources_changed'
  if (proof.requestId !== undefined) return 'request_id_unexpected'
  return /^[A-Za-z0-9]{32,512}$/.test(proof.nonce) ? null : 'nonce_malformed'
}

function findTimeFault(proof: SignInProof, { now, maxAgeSeconds = DEFAULT_MAX_AGE_SECONDS }: ProofTime) {
  const skewMs = CLOCK_SKEW_SECONDS * 1000
  const issuedAt = parseInstant(proof.issuedAt)
  if (issuedAt === null) return 'issued_at_malformed'
  if (issuedAt > now.getTime() + skewMs) return 'issued_in_future'
  if (now.getTime() - issuedAt > maxAgeSeconds * 1000) return 'too_old'
  if (proof.expirationTime !== undefined) {
    const expiresAt = parseInstant(proof.expirationTime)
    if (expiresAt === null) return 'expiration_time_malformed'
    if (expiresAt <= now.getTime()) return 'expired'
  }
  if (proof.notBefore !== undefined) {
    const notBefore = parseInstant(proof.notBefore)
    if (notBefore === null) return 'not_before_malformed'
    if (notBefore > now.getTime() + skewMs) return 'not_yet_valid'
  }
  return null
}

function findSignerFault(proof: SignInProof): string | null {
  if (!isAddress(proof.chainId, proof.address)) return 'address_malformed'
  if (proof.type === 'ed25519') return base58ByteLength(proof.signature, 88) === 64 ? null : 'signature_malformed'
  const isHexBytes = /^0x(?:[0-9a-fA-F]{2})+$/.test(proof.signature)
  const isEoaLength = proof.signature.length === 2 + 65 * 2
  return isHexBytes && (isEoaLength || proof.signatureScheme !== 'eip191') ? null : 'signature_malformed'
}

/** The one spelling in which our challenges write an instant, in milliseconds, or null. */
function parseInstant(text: string): number | null {
  const instant = new Date(text)
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text ? instant.getTime() : null
}
