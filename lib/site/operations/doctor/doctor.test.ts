import { type RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import type { Database } from '@/lib/base/infra/database'
import { BASE, BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { deriveSealKey } from '@/lib/shop/sellers/seal'
import {
  checkCallers,
  checkMainnets,
  checkOrigin,
  checkPayouts,
  checkPublicOrigin,
  checkSettings,
} from './check-configuration'
import { checkClock, checkServer } from './check-database'
import { type GasFacts, judgeGas } from './check-gas'
import { checkSecret, checkUnsent } from './check-sellers'
import { type Finding } from './finding'

const states = (findings: Finding[]) => Object.fromEntries(findings.map(({ subject, state }) => [subject, state]))

describe('configuration', () => {
  const operator = { address: '0x1', scopes: [BASE] }
  const good = {
    publicOrigin: 'https://shop.example',
    isDemo: false,
    trustedProxies: 1,
    operatorWallets: [operator],
    rpcUrls: { [BASE]: ['https://a.example', 'https://b.example', 'https://c.example'] } as Record<string, string[]>,
    confirmations: { [BASE]: 3 } as Record<string, number>,
  }
  const check = (change: Partial<typeof good> = {}, variables: string[] = ['PUBLIC_ORIGIN']) => {
    const site = { env: { ...good, ...change }, variables }
    return states([...checkSettings(site), checkOrigin(site), checkCallers(site), ...checkMainnets(site)])
  }

  it('has nothing to say of a good one', () => {
    expect([...new Set(Object.values(check()))]).toEqual(['ok'])
  })

  it.each<[string, Partial<typeof good>, string, string]>([
    ['an open origin', { publicOrigin: 'http://shop.example' }, 'public origin', 'fail'],
    ['the default origin', { publicOrigin: 'http://localhost:4021' }, 'public origin', 'warn'],
    ['the demo switch', { isDemo: true }, 'demo', 'warn'],
    ['no trusted proxy behind https', { trustedProxies: 0 }, 'proxies', 'warn'],
    ['no operator', { operatorWallets: [] }, 'operators', 'warn'],
    ['one node where money is real', { rpcUrls: { [BASE]: ['https://a.example'] } }, 'Base nodes', 'warn'],
    ['one confirmation where money is real', { confirmations: { [BASE]: 1 } }, 'Base finality', 'warn'],
  ])('names %s', (_what, change, subject, state) => {
    expect(check(change)[subject]).toBe(state)
  })

  it('names a misspelt variable', () => {
    expect(check({}, ['PUBLIC_ORIGN']).variables).toBe('warn')
  })

  it('asks for no such care on a network of tests', () => {
    const findings = check({ rpcUrls: { [BASE_SEPOLIA]: ['https://a.example'] }, confirmations: { [BASE_SEPOLIA]: 1 } })
    expect(Object.values(findings)).not.toContain('warn')
  })
})

describe('database', () => {
  const answering = (row: object) => ({ row: async () => row }) as unknown as Database
  const good = { version: '18.4', versionNumber: 180_004, isSuperuser: false, mayCreate: true }
  it.each([
    ['a good one', {}, 'database server', 'ok'],
    ['an old server', { version: '14.9', versionNumber: 140_009 }, 'database server', 'fail'],
    ['a superuser', { isSuperuser: true }, 'database role', 'warn'],
    ['a role that may not migrate', { mayCreate: false }, 'database role', 'warn'],
  ])('tells %s', async (_what, change, subject, state) => {
    expect(states(await checkServer({ database: answering({ ...good, ...change }) }))[subject]).toBe(state)
  })

  it.each([
    [-6_040, 'warn', '6.0 s behind the'],
    [90_040, 'fail', '90.0 s ahead of the'],
    [200, 'ok', 'as the'],
  ])('tells a clock that is %i ms ahead', async (aheadMs, state, words) => {
    const database = answering({ now: new Date(Date.now() - aheadMs) })
    expect(await checkClock({ database })).toMatchObject({ state, found: expect.stringContaining(words) })
  })

  it('tells unreadable secrets and mail that waits, with how many', async () => {
    const rows = (...found: object[]) => ({ rows: async () => found }) as unknown as Database
    const sellers = { sealKey: deriveSealKey('a secret of the tests', []) }
    const secrets = [rows({ count: 0 }), rows({ count: 3 })].map((database) => checkSecret({ database, sellers }))
    expect((await Promise.all(secrets)).map(({ state }) => state)).toEqual(['ok', 'fail'])
    const unsent = await checkUnsent({ database: rows({ count: 2, fault: 'ESOCKET' }) })
    expect(unsent).toMatchObject({ state: 'warn', detail: 'ESOCKET', found: expect.stringContaining('2 messages') })
  })
})

describe('gas and payouts', () => {
  const wallet = { address: '0xgas', balance: '1000', isDry: false, isSigning: true }
  const gas: GasFacts = { network: BASE_SEPOLIA, status: 'ok', gas: null, wallets: [wallet], spentPerDay: 10n }
  const env = { rpcUrls: { [BASE_SEPOLIA]: ['https://a.example'] }, facilitators: [] }
  const of = (change: Partial<GasFacts>) => judgeGas(env, [{ ...gas, ...change }])

  it('names a dry wallet, networks that cannot be read, and no wallet at all', () => {
    expect(of({ wallets: [{ ...wallet, isDry: true }] })[0]).toMatchObject({
      state: 'fail',
      fix: expect.stringContaining('0xgas'),
    })
    const dry = { ...wallet, isDry: true }
    // `/readyz` tells what was found to anyone.
    for (const change of [wallet, dry, { ...wallet, isSigning: false }]) {
      const [finding] = of({ wallets: [change] })
      expect([finding?.found, finding?.detail]).toEqual([
        expect.not.stringContaining('0xgas'),
        expect.stringContaining('0xgas'),
      ])
    }
    // Another wallet still pays.
    expect(of({ wallets: [dry, wallet] }).map(({ state }) => state)).toEqual(['warn', 'ok', 'ok'])
    expect(of({ gas: { spentToday: '1', budget: '1', isSpent: true } })[1]).toMatchObject({
      state: 'fail',
      fix: expect.stringContaining('dailyBudget'),
    })
    for (const status of ['unreachable', 'behind'] as const)
      expect(of({ status, wallets: [] })).toMatchObject([{ state: 'fail' }])
    const others = [{ place: 'https://other.example', credential: null }]
    expect(judgeGas({ ...env, facilitators: others }, [])).toMatchObject([{ state: 'ok' }])
    expect(judgeGas({ ...env, rpcUrls: { ...env.rpcUrls, [BASE]: ['https://b.example'] } }, [gas])[0]).toMatchObject({
      ...{ subject: 'gas on Base', state: 'fail' },
      fix: expect.stringContaining('FACILITATOR_KEYS'),
    })
  })

  it('looks at where earnings go', () => {
    const check = (evm: string | undefined, isDemo: boolean) =>
      checkPayouts({
        env: { rpcUrls: { [BASE]: ['https://a.example'] }, payTo: evm ? { evm } : {}, isDemo },
        facilitator: { supported: () => ({ kinds: [], extensions: [], signers: { 'eip155:*': ['0xAB'] } }) },
      })[0]?.state
    for (const isDemo of [true, false])
      expect([`0x${'1'.repeat(40)}`, '0xab', `0x${'0'.repeat(40)}`].map((address) => check(address, isDemo))).toEqual([
        ...['ok', 'warn', 'fail'],
      ])
    expect([check(undefined, true), check(undefined, false)]).toEqual(['warn', undefined])
  })
})

describe('public origin', () => {
  const serve = async (listener: RequestListener) => (await serveNode(listener)).origin
  const alive = JSON.stringify({ status: 'alive' })
  const fillOf = (url = '') => Number(new URL(url, 'http://site.test').searchParams.get('fill') ?? 0)

  it('passes a site whose proxy lets long headers through', async () => {
    const origin = await serve(({ url }, response) => {
      response.setHeader('X-Fill', 'x'.repeat(fillOf(url)))
      response.end(alive)
    })
    expect((await checkPublicOrigin({ env: { publicOrigin: origin } })).map(({ state }) => state)).toEqual([
      'ok',
      'ok',
      'ok',
    ])
  })

  it('names a proxy that cuts them off, as nginx does unless told otherwise', async () => {
    const origin = await serve(({ url, headers }, response) => {
      if (fillOf(url) > 4_000) response.statusCode = 502
      if ((headers['payment-signature'] ?? '').length > 4_000) response.statusCode = 400
      response.end(alive)
    })
    const findings = await checkPublicOrigin({ env: { publicOrigin: origin } })
    expect(findings.map(({ state }) => state)).toEqual(['ok', 'fail', 'fail'])
    expect(findings[1]?.fix).toContain('proxy_buffer_size')
  })

  it.each([
    ['nothing there', async () => 'http://127.0.0.1:1'],
    ['another site', () => serve((_request, response) => response.end('<html>Welcome to nginx</html>'))],
  ])('fails with %s', async (_what, origin) => {
    expect(await checkPublicOrigin({ env: { publicOrigin: await origin() } })).toMatchObject([
      { state: 'fail', subject: 'reached from outside' },
    ])
  })
})
