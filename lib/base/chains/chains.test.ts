import { generateKeyPairSigner } from '@solana/kit'
import { type PublicClient, parseSignature, serializeSignature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { buildRequirements } from './build-requirements'
import { checkSignature, createChains } from './chains'
import { readSignedPayment } from './read-signed-payment'
import { signEvmPayment, signSvmPayment, supportedBy } from './testing/signed-payments'

const buyer = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
const other = privateKeyToAccount(generatePrivateKey())
const [svmBuyer, svmSeller, svmGas] = await Promise.all([1, 2, 3].map(() => generateKeyPairSigner()))
if (!svmBuyer || !svmSeller || !svmGas) throw new Error('Expected three signers.')

const terms = {
  price: '$0.10',
  maxTimeoutSeconds: 60,
  supported: supportedBy({ evm: stranger.address, svm: svmGas.address }),
}
const evmTerms = { ...terms, network: 'eip155:84532', payTo: stranger.address }
const solana = buildRequirements({
  ...terms,
  scheme: 'exact',
  network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  payTo: svmSeller.address,
})
const offline = () => {
  throw new Error('A key signature must not ask the chain.')
}
const withoutCode = () => ({ getCode: async () => undefined }) as unknown as PublicClient // No more of it is used.
const check = (payload: PaymentPayload, requirements: PaymentRequirements, evmClient: () => PublicClient = offline) =>
  checkSignature({ client: evmClient, gas: 0n }, readSignedPayment(payload, requirements))

const forms = [
  { name: 'EIP-3009', requirements: buildRequirements({ ...evmTerms, scheme: 'exact' }), field: 'authorization' },
  {
    name: 'exact Permit2',
    requirements: buildRequirements({ ...evmTerms, scheme: 'exact', assetTransferMethod: 'permit2' }),
    field: 'permit2Authorization',
  },
  { name: 'upto', requirements: buildRequirements({ ...evmTerms, scheme: 'upto' }), field: 'permit2Authorization' },
]

const SECP256K1_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The other signature over the same bytes that recovers to the same key: s mirrored, v flipped. */
function mirrored(signature: string): string {
  const { r, s, yParity } = parseSignature(signature as `0x${string}`)
  const mirror = `0x${(SECP256K1_ORDER - BigInt(s)).toString(16).padStart(64, '0')}` as const
  return serializeSignature({ r, s: mirror, yParity: yParity === 0 ? 1 : 0 })
}

describe.each(forms)('a key signature of $name', ({ requirements, field }) => {
  it('is accepted without a chain', async () => {
    expect(await check(await signEvmPayment(buyer, requirements), requirements)).toEqual({
      isValid: true,
      isLocal: true,
    })
  })

  it('is refused when it is another wallet’s, mirrored, short of a recovery id, or of another time', async () => {
    const payload = await signEvmPayment(buyer, requirements)
    const signature = payload.payload.signature as string
    const inner = payload.payload[field] as Record<string, unknown>
    const witness = inner.witness as Record<string, unknown> | undefined
    const later = { ...inner, ...(witness ? { deadline: '9999999999' } : { validBefore: '9999999999' }) }
    const forgeries = [
      { ...payload.payload, [field]: { ...inner, from: other.address } },
      { ...payload.payload, [field]: later },
      { ...payload.payload, signature: mirrored(signature) },
      { ...payload.payload, signature: `${signature.slice(0, -2)}00` },
      { ...payload.payload, signature: `${signature.slice(0, -2)}1d` },
      { ...payload.payload, signature: `0x${'00'.repeat(65)}` },
      { ...payload.payload, signature: `0x${'ff'.repeat(64)}1b` },
    ]
    for (const forged of forgeries) {
      const verdict = await check({ ...payload, payload: forged }, requirements, withoutCode)
      expect(verdict).toMatchObject({ isValid: false, isLocal: false })
      expect(verdict.invalidReason).toMatch(/signature$/)
    }
  })

  it('is refused under another token domain', async () => {
    const payload = await signEvmPayment(buyer, requirements)
    const elsewhere = { ...requirements, network: 'eip155:8453' as const }
    expect((await check({ ...payload, accepted: elsewhere }, elsewhere, withoutCode)).isValid).toBe(false)
  })
})

it('names the missing token domain', async () => {
  const { requirements } = forms[0] ?? {}
  if (!requirements) throw new Error('Expected the EIP-3009 form.')
  const verdict = await check(await signEvmPayment(buyer, requirements), { ...requirements, extra: {} })
  expect(verdict.invalidReason).toBe('invalid_exact_evm_missing_eip712_domain')
})

it('is refused as malformed where an EIP-6492 wrapper holds none', async () => {
  for (const { requirements } of forms) {
    const payload = await signEvmPayment(buyer, requirements)
    for (const bytes of [0, 33, 200]) {
      const signature = `0x${'11'.repeat(bytes)}${'6492'.repeat(16)}`
      const verdict = await check({ ...payload, payload: { ...payload.payload, signature } }, requirements, withoutCode)
      expect(verdict).toMatchObject({ isValid: false, invalidReason: 'invalid_payload' })
    }
  }
})

it('of a contract is refused on a network that is served no more, and of a key judged there too', async () => {
  const chains = createChains({ networks: { 'eip155:8453': { rpcUrls: ['http://127.0.0.1:9'], confirmations: 1 } } })
  for (const { requirements } of forms) {
    const payload = await signEvmPayment(buyer, requirements)
    expect((await chains.checkSignature(requirements.network, readSignedPayment(payload, requirements))).isValid).toBe(
      true,
    )
    const contract = { ...payload, payload: { ...payload.payload, signature: `0x${'11'.repeat(66)}` } }
    expect(await chains.checkSignature(requirements.network, readSignedPayment(contract, requirements))).toMatchObject({
      isValid: false,
      invalidReason: 'invalid_network',
    })
  }
})

describe('a Solana payer’s signature', () => {
  it('is accepted without a chain', async () => {
    const verdict = await check(await signSvmPayment(svmBuyer, solana), solana)
    expect(verdict).toEqual({ isValid: true, isLocal: true })
  })

  it('is refused when a byte of it changed, and when it is missing', async () => {
    const payload = await signSvmPayment(svmBuyer, solana)
    const bytes = Buffer.from(payload.payload.transaction as string, 'base64')
    const changed = Buffer.from(bytes)
    changed[70] = (changed[70] ?? 0) ^ 1
    const missing = Buffer.from(bytes).fill(0, 65, 129)
    for (const forged of [changed, missing]) {
      const copy = { ...payload, payload: { transaction: forged.toString('base64') } }
      const verdict = await check(copy, solana)
      expect(verdict).toMatchObject({ isValid: false, invalidReason: 'invalid_exact_svm_payload_signature_invalid' })
    }
  })
})
