import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { createEvmWallet } from '@/lib/client/evm-wallet'
import { checkCommand } from './check-command'
import { createAgentServer } from './create-agent-server'
import { adviseFirst, hasPaidBefore } from './heed-bazaar'
import { homeOf } from './home'
import { readLimits } from './limits-file'
import { openGuard } from './open-guard'
import { payCommand } from './pay-command'

const asked: string[] = []
const silence = { status: 0, body: null }
let answer: { status: number; body: unknown }
const bazaar = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (answer === silence) return
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
})
let env: NodeJS.ProcessEnv
let printed: string[]

beforeAll(async () => {
  await new Promise<void>((resolve) => bazaar.listen(0, '127.0.0.1', resolve))
  const { port } = bazaar.address() as AddressInfo
  env = {
    NODE_ENV: 'test',
    TURNPIKE_HOME: await mkdtemp(join(tmpdir(), 'turnpike-check-')),
    TURNPIKE_BAZAAR: `http://127.0.0.1:${port}`,
  }
})
afterAll(() => {
  bazaar.closeAllConnections()
  bazaar.close()
})
beforeEach(() => {
  asked.length = 0
  printed = []
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((line: string) => void printed.push(line))
})

const advice = (verdict: string, effect: string) => ({
  status: 200,
  body: {
    verdict,
    reasons: [{ code: 'x', effect, text: 'It was paid to 3 other wallets within 24 hours.\u001b[31m' }],
  },
})
const url = 'http://127.0.0.1:9/paid'

it.each([
  ['pay', 'good', 0, 'Pay'],
  ['pay_with_care', 'care', 0, 'Pay with care'],
  ['do_not_pay', 'stop', 3, 'Do not pay'],
])('tells the verdict %s', async (verdict, effect, code, words) => {
  answer = advice(verdict, effect)
  expect(await checkCommand([url], env)).toBe(code)
  expect(asked).toEqual([`/facilitator/discovery/preflight?url=${encodeURIComponent(url)}&method=GET`])
  expect(printed[0]).toBe(words)
  expect(printed.join('\n')).not.toContain('\u001b')
})

it('says what the bazaar says where it does not know', async () => {
  answer = { status: 429, body: { detail: 'Come back in 3 s.' } }
  await expect(checkCommand([url], env)).rejects.toThrow('does not say (429): Come back in 3 s.')
})

const terms = {
  ...{ scheme: 'exact', network: 'eip155:84532', amount: '1000', maxTimeoutSeconds: 60 },
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  extra: { name: 'USDC', version: '2' },
}

describe('before a first payment to a host', () => {
  let paid = 0
  const seller = createServer((request, response) => {
    if (request.headers['payment-signature'] === undefined) {
      const challenge = encodeHeader({ x402Version: 2, resource: { url: 'http://seller/x' }, accepts: [terms] })
      return response.writeHead(402, { 'payment-required': challenge }).end()
    }
    paid += 1
    const settled = encodeHeader({ success: true, transaction: '0x01', network: terms.network, amount: '1000' })
    return response.writeHead(200, { 'payment-response': settled }).end('tides')
  })
  let sold: string
  beforeEach(async () => {
    paid = 0
    env.TURNPIKE_HOME = await mkdtemp(join(tmpdir(), 'turnpike-check-'))
    env.EVM_PRIVATE_KEY = `0x${'11'.repeat(32)}`
    if (!seller.listening) await new Promise<void>((resolve) => seller.listen(0, '127.0.0.1', resolve))
    sold = `http://127.0.0.1:${(seller.address() as AddressInfo).port}/tides`
  })
  afterAll(() => {
    seller.closeAllConnections()
    seller.close()
  })
  const pay = (...flags: string[]) => payCommand([sold, '--no-sign-in', ...flags], env)

  it('does not pay against the advice of the bazaar, unless told to; then the host is known', async () => {
    answer = advice('do_not_pay', 'stop')
    expect([await pay(), paid]).toEqual([3, 0])
    expect(printed.join('\n')).toContain('The bazaar says not to pay: It was paid to 3 other wallets')
    expect([await pay('--unchecked'), paid]).toEqual([0, 1])
    expect([await pay(), paid, asked.length]).toEqual([0, 2, 1])
  })

  it.each([
    ['pay_with_care', 'care', 'x', 'says to pay with care: It was paid'],
    // The program has got terms itself.
    ['do_not_pay', 'stop', 'no_answer', 'says to pay with care: It was paid'],
    ['pay', 'good', 'x', null],
  ])('pays, and says what calls for care (%s %s %s)', async (verdict, effect, code, said) => {
    answer = { status: 200, body: { verdict, reasons: [{ code, effect, text: 'It was paid\u001b[31m.' }] } }
    expect([await pay(), paid]).toEqual([0, 1])
    if (said) expect(printed.join('\n')).toContain(said)
    else expect(printed.join('\n')).not.toContain('bazaar')
    expect(printed.join('\n')).not.toContain('\u001b')
  })

  it.each([
    ['stops', 'GET', 'https://shop.example/tides', true],
    ['does not stop what it sends no input to', 'POST', 'https://shop.example/tides', false],
    ['does not stop what it cannot reach', 'GET', 'http://127.0.0.1:1/tides', false],
  ])('%s where it gave the bazaar no terms (%s %s)', async (_, method, address, isStop) => {
    answer = {
      status: 200,
      body: { verdict: 'do_not_pay', reasons: [{ code: 'no_answer', effect: 'stop', text: 'x' }] },
    }
    const ask = adviseFirst(new URL(env.TURNPIKE_BAZAAR ?? ''), async () => false)
    expect(await ask({ method, url: new URL(address) })).toMatchObject({ isStop })
  })

  it.each([
    ['an error', { status: 500, body: {} }, 'does not say (500)'],
    ['silence', null, 'No bazaar answers'],
  ])('pays where the bazaar answers with %s, and says so', async (_, given, said) => {
    answer = given ?? silence
    expect([await pay(), paid]).toEqual([0, 1])
    expect(printed.join('\n')).toContain(said)
  })

  it('asks nobody where no bazaar is named', async () => {
    answer = advice('do_not_pay', 'stop')
    const { TURNPIKE_BAZAAR: _, ...unnamed } = env
    expect([await payCommand([sold, '--no-sign-in'], unnamed as NodeJS.ProcessEnv), paid]).toEqual([0, 1])
    expect(asked).toHaveLength(0)
  })

  it('tells an agent with the price, and keeps it from paying', async () => {
    answer = advice('do_not_pay', 'stop')
    const wallets = [createEvmWallet({ account: privateKeyToAccount(`0x${'11'.repeat(32)}`) })]
    const limits = await readLimits(homeOf(env).limits)
    const parts = { limits, wallets: async () => wallets, bazaar: new URL(url), fetch, readBalances: async () => [] }
    const server = createAgentServer(
      '1',
      {
        readLimits: async () => limits,
        advise: adviseFirst(new URL(env.TURNPIKE_BAZAAR ?? ''), hasPaidBefore(homeOf(env).payments)),
        openParts: (_, confirm) => ({ ...parts, guard: openGuard(env, limits, [], confirm) }),
      },
      (text) => text,
    )
    const [near, far] = InMemoryTransport.createLinkedPair()
    const client = new Client({ name: 'test', version: '1' })
    await Promise.all([server.connect(far), client.connect(near)])
    const call = async (name: string) => JSON.stringify(await client.callTool({ name, arguments: { url: sold } }))
    expect(await call('read-price')).toMatch(/0.001 USDC.*says not to pay: It was paid/)
    expect(await call('buy')).toMatch(/says not to pay: It was paid.*turnpike pay --unchecked.*"isError":true/)
    expect(paid).toBe(0)
    answer = advice('pay_with_care', 'care')
    expect(await call('buy')).toMatch(/tides.*says to pay with care: It was paid/)
    expect(paid).toBe(1)
    await client.close()
  })
})
