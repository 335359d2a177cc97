import { describe, expect, it } from 'vitest'
import { PayerError } from '@/lib/client/payer-error'
import { translateIn } from '@/lib/site/messages/translate'
import { messageOfEnd, messageOfError } from './failure-message'

const network = 'eip155:84532'
const [t, tWallet] = [translateIn('en', 'checkout'), translateIn('en', 'wallet')]
const refusedFor = (reason: string) => ({ kind: 'refused', status: 402, reason, detail: null }) as const

describe('a failure in words', () => {
  it.each([
    ['an EIP-1193 code', Object.assign(new Error('no'), { code: 4001 })],
    ["viem's name", Object.assign(new Error('no'), { name: 'UserRejectedRequestError' })],
    ["a Solana wallet's words", new Error('User rejected the request.')],
    ['the payer around them', new PayerError('SIGNING_FAILED', 'x', { cause: new Error('User denied it') })],
  ])('knows that the holder declined by %s', (_how, error) => {
    expect(messageOfError(tWallet, error, network)).toMatchObject({
      title: 'You declined in your wallet',
      next: 'retry',
    })
  })

  it('offers the new price, and no signature, when the terms have changed', () => {
    expect(messageOfError(tWallet, new PayerError('TERMS_CHANGED', 'x'), network).next).toBe('reload')
  })

  it('tells a sign-in that came too late from one that is not accepted', () => {
    const late = new PayerError('SIGN_IN_REFUSED', 'The server refused: sign_in_rejected: expired.')
    expect(messageOfError(tWallet, late, network).title).toBe('The sign-in request ran out')
    expect(messageOfError(tWallet, new PayerError('SIGN_IN_REFUSED', 'no'), network).title).toBe(
      'The sign-in was not accepted',
    )
  })

  it('gives the reason of the site for a wallet that it does not take', () => {
    const inTheWay = Object.assign(new Error('That wallet has a shop.'), { code: 'SIGN_IN_NOT_TAKEN' })
    expect(messageOfError(tWallet, inTheWay, network).detail).toBe('That wallet has a shop.')
  })

  it.each([
    [{ kind: 'open' } as const, 'resume'],
    [{ kind: 'disputed', reason: 'nonce_used', hasLapsed: false } as const, 'resume'],
    [{ kind: 'disputed', reason: 'nonce_used', hasLapsed: true } as const, 'retry'],
    [{ kind: 'not_now', reason: 'facilitator_unreachable', detail: null } as const, 'resume'],
    [refusedFor('payment_already_used'), 'sign-in'],
    [refusedFor('authorization_already_used'), 'none'],
    [refusedFor('insufficient_funds'), 'retry'],
    [refusedFor('invalid_exact_evm_payload_authorization_valid_before'), 'retry'],
  ])('names the safe next step for %o', (end, next) => {
    expect(messageOfEnd(t, end, true).next).toBe(next)
  })

  it('offers no sign-in for what is sold once', () => {
    const end = refusedFor('payment_already_used')
    expect(messageOfEnd(t, end, false)).toMatchObject({ title: 'You have paid for this already', next: 'none' })
    expect(messageOfEnd(t, end, false).detail).not.toMatch(/sign in/i)
  })

  it('never says that nothing was charged while the outcome is open', () => {
    expect(messageOfEnd(t, { kind: 'open' }, true).detail).not.toMatch(/not charged|nothing was charged/i)
  })
})

it("keeps a shop's own sentence, and says around it in German that nothing was charged", () => {
  const end = { kind: 'refused', status: 422, reason: 'no_such_city', detail: 'There is no <such> {city}.' } as const
  expect(messageOfEnd(t, end, true).detail).toBe('There is no <such> {city}.')
  expect(messageOfEnd(translateIn('de', 'checkout'), end, true).detail).toBe(
    'Dir wurde nichts berechnet. Die Antwort des Shops lautet: „There is no <such> {city}.“',
  )
})

it("names a lost dispute's reason where there is one", () => {
  const end = { kind: 'disputed', hasLapsed: true } as const
  expect(messageOfEnd(t, { ...end, reason: 'nonce_used' }, true).detail).toContain(
    'the same payment (nonce_used). Your',
  )
  expect(messageOfEnd(t, { ...end, reason: null }, true).detail).toContain('the same payment. Your')
})
