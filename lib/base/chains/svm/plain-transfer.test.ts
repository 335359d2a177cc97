import { AccountRole, type Address, generateKeyPairSigner, type Instruction, type KeyPairSigner } from '@solana/kit'
import { type FacilitatorSvmSigner, LIGHTHOUSE_PROGRAM_ADDRESS, MEMO_PROGRAM_ADDRESS } from '@x402/svm'
import { ExactSvmScheme } from '@x402/svm/exact/facilitator'
import { expect, it } from 'vitest'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { buildRequirements } from '../build-requirements'
import { readSignedPayment } from '../read-signed-payment'
import { isPlainTransfer } from '../settlement/svm/create-svm-settlement-chain'
import { signedAs } from '../signed-payment'
import { signSvmPayment, supportedBy } from '../testing/signed-payments'

const [payer, seller, gas, other] = await Promise.all([1, 2, 3, 4].map(() => generateKeyPairSigner()))
if (!payer || !seller || !gas || !other) throw new Error('Expected four signers.')
const ours = [gas.address]
const requirements = buildRequirements({
  ...{ scheme: 'exact', network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', price: '$0.10', maxTimeoutSeconds: 60 },
  payTo: seller.address,
  supported: supportedBy({ svm: gas.address }),
})
const withExtra = (extra: Record<string, unknown>) => ({ ...requirements, extra: { ...requirements.extra, ...extra } })

/** The SDK's own verdict where each simulation succeeds. */
const sdk = new ExactSvmScheme({
  ...({ getAddresses: () => ours, simulateTransaction: async () => {} } as unknown as FacilitatorSvmSigner), // No more is asked.
  fetchAddressLookupTables: async (tables) => Object.fromEntries(tables.map((table) => [table, [other.address]])),
})

function isPlain(payload: PaymentPayload, terms: PaymentRequirements): boolean {
  try {
    return isPlainTransfer(signedAs(readSignedPayment(payload, terms), 'svm').transfer, terms, ours)
  } catch {
    return false // Never asked: the payment is refused where it is read.
  }
}

const programAt = (address: string) => ({ programAddress: address as Address }) // Well-known programs.
const memo = (text: string): Instruction => ({ ...programAt(MEMO_PROGRAM_ADDRESS), data: Buffer.from(text) })
const assertion: Instruction = { ...programAt(LIGHTHOUSE_PROGRAM_ADDRESS), data: Uint8Array.of(1) }
const sign = (instructionsAfter: Instruction[] = [], terms = requirements) =>
  signSvmPayment(payer, terms, { instructionsAfter })

it.each([
  ['nothing', [], {}],
  ['a memo and assertions', [memo('any'), assertion, assertion], {}],
  ['the memo that is asked for', [assertion, memo('order 7')], { memo: 'order 7' }],
] as const)('is a transfer with %s, which the SDK takes too', async (_, after, extra) => {
  const terms = withExtra(extra)
  const payload = await sign([...after], terms)
  expect(isPlain(payload, terms)).toBe(true)
  expect(await sdk.verify(payload, terms)).toMatchObject({ isValid: true, payer: payer.address })
})

it.each([
  ['another program', [{ ...programAt(seller.address), data: Uint8Array.of(1) }], {}],
  ['eight instructions', [1, 2, 3, 4, 5].map(() => assertion), {}],
  ['no memo where one is asked for', [], { memo: 'order 7' }],
  ['another memo', [memo('order 8')], { memo: 'order 7' }],
  ['two memos', [memo('order 7'), memo('order 7')], { memo: 'order 7' }],
  ['a memo that only looks the same', [memo('\ufefforder 7')], { memo: '\ufefforder 7' }],
  ['a fee payer that is none of ours', [], { feePayer: other.address }],
] as const)('is none with %s, which the SDK refuses', async (_, after, extra) => {
  const terms = withExtra(extra)
  const payload = await sign([...after], terms)
  expect(isPlain(payload, terms)).toBe(false)
  expect(await sdk.verify(payload, terms)).toMatchObject({ isValid: false })
})

it('is none under other terms than it was read for', async () => {
  const { transfer } = signedAs(readSignedPayment(await sign(), requirements), 'svm')
  expect(isPlainTransfer(transfer, requirements, ours)).toBe(true)
  for (const change of [{ amount: '1' }, { asset: other.address }, { payTo: other.address }]) {
    expect(isPlainTransfer(transfer, { ...requirements, ...change }, ours)).toBe(false)
  }
  expect(isPlainTransfer(transfer, requirements, [other.address])).toBe(false)
})

it('is none with a price that the SDK refuses, or a further signer', async () => {
  const dear = await signSvmPayment(payer, requirements, { unitPrice: 5_000_001n })
  expect(isPlain(await signSvmPayment(payer, requirements, { unitPrice: 5_000_000n }), requirements)).toBe(true)
  expect(isPlain(dear, requirements)).toBe(false)
  expect(await sdk.verify(dear, requirements)).toMatchObject({ isValid: false })
  const accounts = [{ address: other.address, role: AccountRole.READONLY_SIGNER }]
  const cosigned = await sign([{ ...memo('any'), accounts }])
  expect(isPlain(cosigned, requirements)).toBe(false)
  expect(await sdk.verify(cosigned, requirements)).toMatchObject({ isValid: false })
})

it('is never what the SDK refuses, with any one byte of the message changed and signed again', async () => {
  const terms = withExtra({ memo: 'order 7' })
  const { payload } = await sign([assertion, memo('order 7')], terms)
  const bytes = Buffer.from(String(payload['transaction']), 'base64')
  let plain = 0
  for (let place = 129; place < bytes.length; place += 1) {
    for (const change of [
      [1, 0x80],
      [2, 0xff],
    ][place % 2] ?? []) {
      const copy = Buffer.from(bytes)
      copy[place] = (copy[place] ?? 0) ^ change
      const changed = { x402Version: 2, accepted: terms, payload: { transaction: await signedAgain(copy, payer) } }
      if (!isPlain(changed, terms)) continue
      plain += 1
      expect(await sdk.verify(changed, terms), `${place} ^ ${change}`).toMatchObject({ isValid: true })
    }
  }
  // The blockhash, the lower bytes of what it bids, and the assertion.
  expect(plain).toBeGreaterThan(50)
})

async function signedAgain(bytes: Buffer, signer: KeyPairSigner): Promise<string> {
  const [made] = await signer.signMessages([{ content: Uint8Array.from(bytes.subarray(129)), signatures: {} }])
  bytes.set(made?.[signer.address] ?? [], 65)
  return bytes.toString('base64')
}
