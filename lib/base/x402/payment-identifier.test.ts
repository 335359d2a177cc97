import {
  appendPaymentIdentifierToExtensions,
  declarePaymentIdentifierExtension,
} from '@x402/extensions/payment-identifier'
import { expect, it } from 'vitest'
import { declarePaymentIdentifier, PAYMENT_IDENTIFIER_EXTENSION, readPaymentIdentifier } from './payment-payload'
import { samplePayload } from './testing/samples'

const read = (extension: unknown) =>
  readPaymentIdentifier({ ...samplePayload, extensions: { 'payment-identifier': extension } })

it('is declared as the SDK declares it', () => {
  expect(declarePaymentIdentifier(true)).toEqual(declarePaymentIdentifierExtension(true))
  expect(declarePaymentIdentifier().info).toEqual({ required: false })
})

it('reads what the stock client appends', () => {
  const declared = structuredClone({ [PAYMENT_IDENTIFIER_EXTENSION]: declarePaymentIdentifier() })
  const extensions = appendPaymentIdentifierToExtensions(declared, 'order-2026-11-21')
  expect(readPaymentIdentifier({ ...samplePayload, extensions })).toEqual({ ok: true, id: 'order-2026-11-21' })
})

it('payment identifier may be absent', () => {
  expect(readPaymentIdentifier(samplePayload)).toEqual({ ok: true, id: null })
  expect(read({ info: { required: false } })).toEqual({ ok: true, id: null })
})

it.each([
  ['a short one', { info: { id: 'a'.repeat(15) } }],
  ['a long one', { info: { id: 'a'.repeat(129) } }],
  ['one with a space', { info: { id: 'order 2026 11 21' } }],
  ['a number', { info: { id: 1234567890123456 } }],
  ['null', { info: { id: null } }],
  ['no info', {}],
  ['null for the extension', null],
  ['text for the extension', 'order-2026-11-21'],
])('refuses %s', (_name, extension) => expect(read(extension)).toEqual({ ok: false }))

it('compiles no schema that a buyer sends', () => {
  expect(read({ info: { id: 'a'.repeat(64) }, schema: { properties: { id: { pattern: '^(b+)+$' } } } })).toEqual({
    ok: true,
    id: 'a'.repeat(64),
  })
})
