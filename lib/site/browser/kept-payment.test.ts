import { describe, expect, it } from 'vitest'
import { findKeptPayment, forgetPayment, keepPayment, lifeOfPayment } from './kept-payment'
import { memoryStorage } from './storage'

const now = Date.now()
const purchase = { url: '/weather?city=Lisbon', method: 'GET' } as const
const payment = {
  header: 'eyJ9',
  payer: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  ...lifeOfPayment(now, 60),
  terms: { scheme: 'exact', network: 'eip155:84532', asset: '0x1', amount: '50000', payTo: '0x2' },
} as const

describe('a kept payment', () => {
  it('is found for the same request until it is forgotten', () => {
    const store = memoryStorage()
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
    const store = memoryStorage()
    keepPayment(store, purchase, payment)
    expect(findKeptPayment(store, other)).toBeNull()
  })

  it.each(['', 'null', '{"header":1}', 'not json'])('that reads %j is none', (text) => {
    const store = { ...memoryStorage(), getItem: () => text }
    expect(findKeptPayment(store, purchase)).toBeNull()
  })

  it('is none once it has been kept for a day after it lapsed, and lapses later than any network takes it', () => {
    const store = memoryStorage()
    keepPayment(store, purchase, payment)
    expect(findKeptPayment(store, purchase, payment.keptUntil - 1)).toEqual(payment)
    expect(findKeptPayment(store, purchase, payment.keptUntil)).toBeNull()
    expect(payment.lapsesAt - now).toBe(240_000)
    expect(lifeOfPayment(now, 600).lapsesAt - now).toBe(660_000)
  })
})
