import { expect, it, vi } from 'vitest'
import { openWalletServices } from '@/lib/base/http/wallet-services'
import { policyOf } from './content-security-policy'

const policyAt = (path: string) =>
  new Map(
    policyOf(path)
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  )
const policy = policyAt('/')

it('runs scripts by nonce only: 128 bits in base64, new each time', () => {
  const nonces = new Set(
    Array.from({ length: 1000 }, () => {
      const [nonce, ...others] = policyAt('/').get('script-src') ?? []
      expect([nonce, ...others]).toEqual([expect.stringMatching(/^'nonce-[A-Za-z0-9+/]{22}=='$/), "'strict-dynamic'"])
      return nonce
    }),
  )
  expect(nonces.size).toBe(1000)
})

it('lets nothing in that it does not name', () => {
  for (const name of ['default-src', 'object-src', 'base-uri', 'frame-ancestors'])
    expect(policy.get(name)).toEqual(["'none'"])
})

it('sends forms from pages with forms only', () => {
  const formsAt = (path: string) => policyAt(path).get('form-action')
  expect(['/', '/dashboards', '/dashboard/keys'].map(formsAt)).toEqual([["'none'"], ["'none'"], ["'self'"]])
})

it('allows eval in development only, where React needs it', () => {
  expect([...policy.values()].flat()).not.toContain("'unsafe-eval'")
  vi.stubEnv('NODE_ENV', 'development')
  expect(policyAt('/').get('script-src')).toContain("'unsafe-eval'")
  vi.unstubAllEnvs()
})

it('names no other host unless wallets outside of the browser are offered', () => {
  expect([...policy.values()].flat().filter((source) => source.includes('//'))).toEqual([])
  openWalletServices()
  const open = policyAt('/')
  expect(open.get('connect-src')).toContain('wss://relay.walletconnect.org')
  expect(open.get('frame-src')).toContain('https://verify.walletconnect.org')
  expect(open.get('script-src')).toHaveLength(2)
  // Only connections and frames: no style, picture or form of theirs.
  for (const [name, sources] of open) {
    if (!/^(connect|frame|script)-src$/.test(name ?? '')) expect(sources, name).toEqual(policy.get(name))
  }
})
