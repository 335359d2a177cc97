import { keepJson } from './kept-json'
import type { SignInExtension, SupportedChain } from './sign-in'
import { signInChains } from './sign-in'

/** Options of a route's `sign-in-with-x` declaration. Source: service spec 2.8. */
export type SignInDeclaration = {
  domain?: string
  resourceUri?: string
  network?: string | string[]
  statement?: string
  version?: string
  expirationSeconds?: number
}

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
