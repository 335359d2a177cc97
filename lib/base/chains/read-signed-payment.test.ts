import { generateKeyPairSigner } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { soakOr } from '@/development/testing/soak'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { buildRequirements } from './build-requirements'
import { PayloadError } from './errors'
import { readSignedPayment } from './read-signed-payment'
import { TOKEN_2022_PROGRAM_ADDRESS } from './svm/svm-payment'
import { signAvmPayment } from './testing/signed-avm-payment'
import { signEvmPayment, signSvmPayment, supportedBy } from './testing/signed-payments'

const buyer = privateKeyToAccount(generatePrivateKey())
const seller = privateKeyToAccount(generatePrivateKey()).address
const gas = privateKeyToAccount(generatePrivateKey()).address
const [svmBuyer, svmSeller, svmGas] = await Promise.all([1, 2, 3].map(() => generateKeyPairSigner()))
if (!svmBuyer || !svmSeller || !svmGas) throw new Error('Expected three signers.')
const avmGas = 'A7NMWS3NT3IUDMLVO26ULGXGIIOUQ3ND2TXSER6EBGRZNOBOUIQXHIBGDE'
const supported = supportedBy({ evm: gas, svm: svmGas.address, avm: avmGas })

const terms = { price: '$0.10', maxTimeoutSeconds: 60, supported }
const evmTerms = { ...terms, network: 'eip155:84532', payTo: seller }
const exact = buildRequirements({ ...evmTerms, scheme: 'exact' })
const permit2 = buildRequirements({ ...evmTerms, scheme: 'exact', assetTransferMethod: 'permit2' })
const upto = buildRequirements({ ...evmTerms, scheme: 'upto' })
const solana = buildRequirements({
  ...terms,
  scheme: 'exact',
  network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  payTo: svmSeller.address,
})
const algorand = buildRequirements({
  ...terms,
  scheme: 'exact',
  network: 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe',
  payTo: avmGas,
})

const reasonOf = (payload: PaymentPayload, requirements: PaymentRequirements) => {
  try {
    readSignedPayment(payload, requirements)
  } catch (error) {
    if (error instanceof PayloadError) return error.reason
    throw error
  }
  return 'accepted'
}

const evmForms = [
  { name: 'exact by EIP-3009', requirements: exact, field: 'authorization' },
  { name: 'exact by Permit2', requirements: permit2, field: 'permit2Authorization' },
  { name: 'upto', requirements: upto, field: 'permit2Authorization' },
] as const

describe.each(evmForms)('reading $name', ({ requirements }) => {
  it('finds payer, recipient, amount and times', async () => {
    const read = readSignedPayment(await signEvmPayment(buyer, requirements), requirements).authorization
    expect(read).toMatchObject({
      network: 'eip155:84532',
      scheme: requirements.scheme,
      payer: buyer.address.toLowerCase(),
      payTo: seller,
      amountAtomic: 100_000n,
    })
    expect(read.validBefore?.getTime()).toBeGreaterThan(Date.now())
  })

  it('gives copies one key, however their addresses and nonces are spelt, and others another', async () => {
    const payload = await signEvmPayment(buyer, requirements)
    const text = JSON.stringify(payload)
    const respelt = JSON.parse(text.replaceAll(buyer.address, buyer.address.toLowerCase()))
    const other = await signEvmPayment(buyer, requirements)
    expect(readSignedPayment(respelt, requirements).authorization.key).toBe(
      readSignedPayment(payload, requirements).authorization.key,
    )
    expect(readSignedPayment(other, requirements).authorization.key).not.toBe(
      readSignedPayment(payload, requirements).authorization.key,
    )
  })

  it('refuses another recipient, amount, asset, network and scheme', async () => {
    const payload = await signEvmPayment(buyer, requirements)
    const refused = (changes: Partial<PaymentRequirements>) => reasonOf(payload, { ...requirements, ...changes })
    expect(refused({ payTo: gas })).toMatch(/recipient_mismatch$/)
    expect(refused({ amount: '100001' })).toMatch(/mismatch$|exceeds_amount$/)
    expect(refused({ network: 'eip155:8453' })).toBe('invalid_network')
    expect(refused({ scheme: requirements.scheme === 'upto' ? 'exact' : 'upto' })).toBe('invalid_scheme')
    expect(refused({ scheme: 'deferred' })).toBe('unsupported_scheme')
    expect(refused({ amount: '0x10' })).toBe('invalid_payment_requirements')
    expect(refused({ payTo: 'nobody' })).toBe('invalid_payment_requirements')
    expect(refused({ asset: 'nothing' })).toBe('invalid_payment_requirements')
  })

  it('refuses a recipient that nobody has the key of', async () => {
    const lost = { ...requirements, payTo: `0x${'0'.repeat(40)}` }
    expect(reasonOf(await signEvmPayment(buyer, lost), lost)).toBe('invalid_payment_requirements')
  })
})

it('lets upto settle less than the maximum', async () => {
  const payload = await signEvmPayment(buyer, upto)
  expect(readSignedPayment(payload, { ...upto, amount: '1' }).authorization.amountAtomic).toBe(100_000n)
})

it('holds a Permit2 nonce to be one authorization whatever the token, as Permit2 does', async () => {
  const payload = await signEvmPayment(buyer, permit2)
  const otherToken = `0x${'ab'.repeat(20)}`
  const inner = payload.payload.permit2Authorization as { permitted: { amount: string } }
  const changed = { ...inner, permitted: { ...inner.permitted, token: otherToken } }
  const moved = { ...payload, payload: { ...payload.payload, permit2Authorization: changed } }
  const key = readSignedPayment(payload, permit2).authorization.key
  expect(readSignedPayment(moved, { ...permit2, asset: otherToken }).authorization.key).toBe(key)
})

it('refuses numbers that are not plain decimal digits', async () => {
  const payload = await signEvmPayment(buyer, exact)
  const authorization = payload.payload.authorization as Record<string, string>
  for (const value of ['0x186a0', ' 100000', '100000 ', '1e5', '-1', '', '0100000', 100_000, null, '9'.repeat(79)]) {
    const changed = { ...payload, payload: { ...payload.payload, authorization: { ...authorization, value } } }
    expect(reasonOf(changed, exact)).toBe('invalid_payload')
  }
})

describe('reading a Solana payment', () => {
  it('finds the authority as payer and derives the same recipient as kit', async () => {
    const read = readSignedPayment(await signSvmPayment(svmBuyer, solana), solana).authorization
    expect(read).toMatchObject({ payer: svmBuyer.address, payTo: svmSeller.address, amountAtomic: 100_000n })
    expect(read.nonce).toMatch(/^[0-9a-f]{64}:[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  })

  it('keeps its key when the fee payer signs, and changes it with the message', async () => {
    const payload = await signSvmPayment(svmBuyer, solana)
    const bytes = Buffer.from(payload.payload.transaction as string, 'base64')
    bytes.fill(7, 1, 65) // The fee payer's signature comes first.
    const countersigned = { ...payload, payload: { transaction: bytes.toString('base64') } }
    const later = await signSvmPayment(svmBuyer, solana, { blockhash: svmGas.address })
    expect(readSignedPayment(countersigned, solana).authorization.key).toBe(
      readSignedPayment(payload, solana).authorization.key,
    )
    expect(readSignedPayment(later, solana).authorization.key).not.toBe(
      readSignedPayment(payload, solana).authorization.key,
    )
  })

  it('refuses another recipient, mint, amount and layout', async () => {
    const payload = await signSvmPayment(svmBuyer, solana)
    const elsewhere = await signSvmPayment(svmBuyer, solana, { destinationOwner: svmGas.address })
    const bare = await signSvmPayment(svmBuyer, solana, { instructionsBefore: 'none' })
    expect(reasonOf(elsewhere, solana)).toBe('invalid_exact_svm_payload_recipient_mismatch')
    expect(reasonOf(payload, { ...solana, asset: svmGas.address })).toBe('invalid_exact_svm_payload_mint_mismatch')
    expect(reasonOf(payload, { ...solana, amount: '1' })).toBe('invalid_exact_svm_payload_amount_mismatch')
    expect(reasonOf(bare, solana)).toBe('invalid_exact_svm_payload_no_transfer_instruction')
    expect(reasonOf(payload, { ...solana, scheme: 'upto' })).toBe('invalid_scheme')
  })

  it.each([TOKEN_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM_ADDRESS])(
    'takes the money from the payer’s own token account only, of the program %s',
    async (tokenProgram) => {
      const usual = await signSvmPayment(svmBuyer, solana, { tokenProgram })
      const elsewhere = await signSvmPayment(svmBuyer, solana, { tokenProgram, source: svmGas.address })
      expect(reasonOf(usual, solana)).toBe('accepted')
      expect(reasonOf(elsewhere, solana)).toBe('invalid_exact_svm_payload_transaction')
    },
  )

  it('refuses bytes after the message, which would give one transfer two identities', async () => {
    const payload = await signSvmPayment(svmBuyer, solana)
    const bytes = Buffer.from(payload.payload.transaction as string, 'base64')
    const longer = Buffer.concat([bytes, Buffer.of(0)]).toString('base64')
    expect(reasonOf({ ...payload, payload: { transaction: longer } }, solana)).toBe(
      'invalid_exact_svm_payload_transaction_could_not_be_decoded',
    )
  })
})

describe('reading an Algorand payment', () => {
  it('refuses a lease anywhere in the group: of payments that share one a single one can land', async () => {
    const seed = new Uint8Array(32).fill(1)
    const value = new Uint8Array(32).fill(2)
    expect(reasonOf(await signAvmPayment(seed, algorand), algorand)).toBe('accepted')
    for (const of of ['payer', 'fee payer'] as const) {
      const leased = await signAvmPayment(seed, algorand, { lease: { of, value } })
      expect(reasonOf(leased, algorand)).toBe('invalid_exact_avm_invalid_transaction')
    }
  })

  it('refuses what is neither a signed nor an unsigned transaction in the group', async () => {
    const payload = await signAvmPayment(new Uint8Array(32).fill(1), algorand)
    const [, transfer] = payload.payload.paymentGroup as string[]
    const paymentGroup = [Buffer.of(0x81, 0xa1, 0x61, 1).toString('base64'), transfer]
    const changed = { ...payload, payload: { ...payload.payload, paymentGroup } }
    expect(reasonOf(changed, algorand)).toBe('invalid_exact_avm_invalid_transaction')
  })
})

describe('garbage', () => {
  const anyTerms = [exact, permit2, upto, solana, algorand]

  it('is refused with a reason and never with another error', () => {
    const anything = fc.dictionary(fc.string(), fc.anything())
    const likely = fc.record(
      {
        signature: fc.anything(),
        authorization: fc.anything(),
        permit2Authorization: fc.anything(),
        transaction: fc.oneof(fc.anything(), fc.base64String()),
        paymentGroup: fc.oneof(fc.anything(), fc.array(fc.base64String())),
        paymentIndex: fc.oneof(fc.anything(), fc.nat(3)),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(anything, likely), fc.constantFrom(...anyTerms), (payload, requirements) => {
        expect(reasonOf({ x402Version: 2, accepted: requirements, payload }, requirements)).not.toBe('accepted')
      }),
      { numRuns: soakOr(3_000, 500) },
    )
  })

  it('is refused when it is a real Solana transaction with any one byte changed, or accepted as another', async () => {
    const payload = await signSvmPayment(svmBuyer, solana)
    const bytes = Buffer.from(payload.payload.transaction as string, 'base64')
    const { key } = readSignedPayment(payload, solana).authorization
    const messageStart = 1 + 2 * 64
    for (let position = messageStart; position < bytes.length; position++) {
      const changed = Buffer.from(bytes)
      changed[position] = (changed[position] ?? 0) ^ 0x41
      const copy = { ...payload, payload: { transaction: changed.toString('base64') } }
      if (reasonOf(copy, solana) === 'accepted') expect(readSignedPayment(copy, solana).authorization.key).not.toBe(key)
    }
  })
})
