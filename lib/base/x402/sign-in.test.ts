import {
  buildSIWxSchema,
  createSIWxMessage,
  createSIWxPayload,
  createSIWxResourceServerExtension,
  declareSIWxExtension,
  encodeSIWxHeader,
  InMemorySIWxStorage,
} from '@x402/extensions/sign-in-with-x'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { evmDevnetAccount, svmDevnetSigner } from '@/development/devnet/wallets'
import { encodeHeader } from './header-codec'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from './networks'
import { parseSignInHeader, type SignInProof, signInChains, signInMessageText } from './sign-in'
import { buildSignInChallenge, resolveSignInTerms, type SignInDeclaration, signInSchema } from './sign-in-challenge'

const checksum = (address: string) => getAddress(address)
const issuedAt = new Date('2026-11-21T02:00:00.000Z')
const uri = 'https://shop.example/weather?city=S%C3%A3o%20Tom%C3%A9'

const terms = {
  domain: 'shop.example',
  uri,
  statement: 'Sign in to read what you bought.',
  version: '1',
  supportedChains: signInChains([BASE_SEPOLIA, SOLANA_DEVNET]),
  expirationSeconds: null,
}
const challenge = buildSignInChallenge(terms, {
  nonce: 'a1'.repeat(20),
  issuedAt: issuedAt.toISOString(),
  expirationTime: '2026-11-21T02:05:00.000Z',
})

const address = evmDevnetAccount('buyer').address
const proof: SignInProof = {
  ...challenge.info,
  ...{ notBefore: issuedAt.toISOString(), resources: [uri] },
  ...{ chainId: BASE_SEPOLIA, type: 'eip191', address, signature: '0x00' },
}

describe('signInMessageText', () => {
  const variants: [string, Partial<SignInProof>][] = [
    ['all fields', {}],
    ['no statement', { statement: undefined }],
    ['an empty statement', { statement: '' }],
    ['no expiration', { expirationTime: undefined }],
    ['no notBefore', { notBefore: undefined }],
    ['no resources', { resources: undefined }],
    ['empty resources', { resources: [] }],
    ['several resources', { resources: ['https://a.example/x', 'ipfs://b'] }],
    ['a request id', { requestId: 'request-1' }],
    ['an address in lower case', { address: address.toLowerCase() }],
    ['a domain with a port', { domain: 'localhost:4021', uri: 'http://localhost:4021/weather' }],
  ]

  it.each(variants)('is the text of the SDK for EVM with %s', (_name, change) => {
    const changed = { ...proof, ...change }
    expect(signInMessageText(changed, checksum)).toBe(createSIWxMessage(changed, changed.address))
  })

  it.each(variants)('is the text of the SDK for Solana with %s', async (_name, change) => {
    const signer = await svmDevnetSigner('buyer')
    const changed = { ...proof, ...change, chainId: SOLANA_DEVNET, type: 'ed25519' as const, address: signer.address }
    expect(signInMessageText(changed, checksum)).toBe(createSIWxMessage(changed, changed.address))
  })

  it('has no text for a family without sign-in', () => {
    expect(() => signInMessageText({ ...proof, chainId: ALGORAND_TESTNET }, checksum)).toThrow(RangeError)
  })
})

describe('buildSignInChallenge', () => {
  it('gives the same verdict on a proof as the schema of the SDK', () => {
    const theirs = buildSIWxSchema()
    expect([...signInSchema.required].sort()).toEqual([...theirs.required].sort())
    const { resources, ...texts } = theirs.properties
    expect(resources?.type).toBe(signInSchema.properties.resources.type)
    for (const { type } of Object.values(texts)) expect(type).toBe(signInSchema.additionalProperties.type)
    expect(JSON.stringify(signInSchema).length).toBeLessThan(JSON.stringify(theirs).length / 2)
  })

  it('has the info and the field order of the SDK', async () => {
    const declaration = declareSIWxExtension({
      network: [BASE_SEPOLIA, SOLANA_DEVNET],
      statement: 'Hello',
      expirationSeconds: 60,
    })
    const extension = createSIWxResourceServerExtension({
      storage: new InMemorySIWxStorage(),
      origin: 'https://shop.example',
    })
    const theirs = (await extension.enrichPaymentRequiredResponse?.(declaration['sign-in-with-x'], {
      resourceInfo: { url: 'https://shop.example/weather' },
      requirements: [],
    } as never)) as ReturnType<typeof buildSignInChallenge>
    const { resources, ...info } = theirs.info
    const { nonce, issuedAt, expirationTime = '' } = info
    expect(resources).toEqual([info.uri])
    const ours = buildSignInChallenge(
      { ...terms, ...{ domain: info.domain, uri: info.uri, statement: 'Hello' } },
      { nonce, issuedAt, expirationTime },
    )
    expect(JSON.stringify({ ...ours, schema: null })).toBe(JSON.stringify({ ...theirs, info, schema: null }))
  })

  it('is signed by the stock client, and the proof is read back', async () => {
    const evm = { ...challenge.info, chainId: BASE_SEPOLIA, type: 'eip191' as const }
    const signed = await createSIWxPayload(evm, evmDevnetAccount('buyer'), uri)
    expect(parseSignInHeader(encodeSIWxHeader(signed))).toEqual({ ok: true, proof: signed })
    const svm = { ...challenge.info, chainId: SOLANA_DEVNET, type: 'ed25519' as const }
    const signedBySolana = await createSIWxPayload(svm, (await svmDevnetSigner('buyer')) as never, uri)
    expect(parseSignInHeader(encodeSIWxHeader(signedBySolana))).toEqual({ ok: true, proof: signedBySolana })
  })
})

it('signInChains gives each chain its signature type and leaves out chains without sign-in', () => {
  expect(signInChains([SOLANA_DEVNET, BASE_SEPOLIA, ALGORAND_TESTNET, BASE_SEPOLIA, 'nonsense'])).toEqual([
    { chainId: SOLANA_DEVNET, type: 'ed25519' },
    { chainId: BASE_SEPOLIA, type: 'eip191' },
  ])
})

describe('resolveSignInTerms', () => {
  const resource = { uri: 'https://shop.example:8443/weather', paymentNetworks: [BASE_SEPOLIA] }

  it('derives domain, uri and chains from the resource', () => {
    expect(resolveSignInTerms({}, resource)).toEqual({
      domain: 'shop.example:8443',
      uri: 'https://shop.example:8443/weather',
      version: '1',
      supportedChains: [{ chainId: BASE_SEPOLIA, type: 'eip191' }],
      expirationSeconds: null,
    })
  })

  it('demands a network for an auth-only route', () => {
    expect(() => resolveSignInTerms({}, { ...resource, paymentNetworks: [] })).toThrow(
      'at least one eip155 or solana network',
    )
    expect(
      resolveSignInTerms({ network: [BASE_SEPOLIA] }, { ...resource, paymentNetworks: [] }).supportedChains,
    ).toHaveLength(1)
  })

  it.each<[SignInDeclaration, string]>([
    [{ network: ALGORAND_TESTNET }, 'at least one eip155 or solana network'],
    [{ statement: 'two\nlines' }, 'a statement of letters'],
    [{ statement: 'olá' }, 'a statement of letters'],
    [{ statement: '' }, 'a statement of letters'],
    [{ statement: 'x'.repeat(513) }, 'a statement of letters'],
    [{ version: '2' }, 'the version "1"'],
    [{ expirationSeconds: 0 }, 'expirationSeconds to be a whole number'],
    [{ expirationSeconds: 1.5 }, 'expirationSeconds to be a whole number'],
    [{ expirationSeconds: Infinity }, 'expirationSeconds to be a whole number'],
    [{ resourceUri: '/weather' }, 'resourceUri to be an absolute URI'],
  ])('refuses %j', (declaration, words) => {
    expect(() => resolveSignInTerms(declaration, resource)).toThrow(words)
  })
})

describe('parseSignInHeader', () => {
  it.each<[string, object, string]>([
    ['no address', { address: undefined }, 'address_malformed'],
    ['an endless address', { address: 'a'.repeat(129) }, 'address_malformed'],
    ['another signature type', { type: 'secp256k1' }, 'type_malformed'],
    ['another scheme', { signatureScheme: 'eip712' }, 'signatureScheme_malformed'],
    ['resources that are text', { resources: uri }, 'resources_malformed'],
    ['seventeen resources', { resources: Array(17).fill(uri) }, 'resources_malformed'],
    ['a nonce that is a number', { nonce: 1 }, 'nonce_malformed'],
    ['an endless signature', { signature: `0x${'00'.repeat(4100)}` }, 'signature_malformed'],
    ['a statement that is null', { statement: null }, 'statement_malformed'],
    ['no issuedAt', { issuedAt: '' }, 'issuedAt_malformed'],
  ])('refuses %s', (_name, change, reason) => {
    expect(parseSignInHeader(encodeHeader({ ...proof, ...change }))).toEqual({ ok: false, reason })
  })

  it('refuses malformed headers', () => {
    expect(parseSignInHeader('{}')).toEqual({ ok: false, reason: 'header_not_base64' })
    fc.assert(fc.property(fc.jsonValue(), (value) => void parseSignInHeader(encodeHeader({ ...proof, value }))))
  })
})
