import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, createNonce } from './content-security-policy'

const parse = (policy: string) =>
  new Map(policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]))

describe('the policy of a page', () => {
  const policy = parse(
    contentSecurityPolicy({ nonce: 'abc', isDevelopment: false, hasForms: false, hasWalletServices: false }),
  )

  it('runs scripts by nonce only', () => {
    expect(policy.get('script-src')).toEqual(["'nonce-abc'", "'strict-dynamic'"])
  })

  it('lets nothing in that it does not name', () => {
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('object-src')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
  })

  it('sends forms from pages with forms only', () => {
    expect(policy.get('form-action')).toEqual(["'none'"])
    const withForms = contentSecurityPolicy({
      nonce: 'abc',
      isDevelopment: false,
      hasForms: true,
      hasWalletServices: false,
    })
    expect(parse(withForms).get('form-action')).toEqual(["'self'"])
  })

  it('names no other host unless wallets outside of the browser are offered', () => {
    expect([...policy.values()].flat().filter((source) => source.includes('//'))).toEqual([])
    const input = { nonce: 'abc', isDevelopment: false, hasForms: false, hasWalletServices: true }
    const open = parse(contentSecurityPolicy(input))
    expect(open.get('connect-src')).toContain('wss://relay.walletconnect.org')
    expect(open.get('frame-src')).toContain('https://verify.walletconnect.org')
    // Only connections and frames: no script, style, picture or form of theirs.
    for (const [name, sources] of open) {
      if (name !== 'connect-src' && name !== 'frame-src') expect(sources, name).toEqual(policy.get(name ?? ''))
    }
  })

  it('allows eval in development only, where React needs it', () => {
    expect(
      contentSecurityPolicy({ nonce: 'abc', isDevelopment: true, hasForms: false, hasWalletServices: false }),
    ).toContain("'unsafe-eval'")
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'")
  })
})

it('the nonce is 128 bits in base64, new each time', () => {
  const nonces = new Set(Array.from({ length: 1000 }, createNonce))
  expect(nonces.size).toBe(1000)
  for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
})
