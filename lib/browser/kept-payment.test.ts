import { describe, expect, it } from 'vitest'
import { findKeptPayment, forgetPayment, keepPayment, type PaymentStore } from './kept-payment'

const purchase = { url: '/weather?city=Lisbon', method: 'GET' } as const
const payment = {
  header: 'eyJ9',
  payer: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  terms: { scheme: 'exact', network: 'eip155:84532', asset: '0x1', amount: '50000', payTo: '0x2' },
} as const

function memoryStore(): PaymentStore {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

describe('a kept payment', () => {
  it('is found for the same request until it is forgotten', () => {
    const store = memoryStore()
    keepPayment(store, purchase, payment)
    expect(findKeptPayment(store, purchase)).toEqual(payment)
    forgetPayment(store, purchase)
    expect(findKeptPayment(store, purchase)).toBeNull()
  })

  it.each([
    ['address', { ...purchase, url: '/weather?city=Oslo' }],
    ['method', { ...purchase, method: 'POST' as const }],
    ['body', { ...purchase, body: '{}' }],
  ])('is not found for another %s', (_what, other) => {
    const store = memoryStore()
    keepPayment(store, purchase, payment)
    expect(findKeptPayment(store, other)).toBeNull()
  })

  it.each(['', 'null', '{"header":1}', 'not json'])('that reads %j is none', (text) => {
    const store: PaymentStore = { ...memoryStore(), getItem: () => text }
    expect(findKeptPayment(store, purchase)).toBeNull()
  })
})
