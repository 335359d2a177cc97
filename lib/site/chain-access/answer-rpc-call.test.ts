import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller'
import { answerRpcCall } from './answer-rpc-call'

const network = 'eip155:84532'
const publicOrigin = 'https://shop.example'
const usdc = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
let node: ServedFetch
let calls: string[]

beforeAll(async () => {
  calls = []
  node = await serveFetch(async (request) => {
    calls.push((await request.json()).method)
    return new Response('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
  })
})
afterAll(() => node.stop())

const contract = `0x${'4'.repeat(40)}`

type Asked = {
  headers?: Record<string, string>
  rpcUrls?: string[]
  segment?: string
  isDemo?: boolean
}

const ask = (
  call: object | string,
  { headers = { origin: publicOrigin }, rpcUrls = [node.origin], segment = network, isDemo = false }: Asked = {},
) =>
  answerRpcCall(
    { rpcUrls: { [network]: rpcUrls }, publicOrigin, contracts: [contract], isDemo },
    segment,
    new Request(`${publicOrigin}/api/rpc/${segment}`, {
      method: 'POST',
      headers,
      body: typeof call === 'string' ? call : JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
    }),
  )

describe('reads of the chain through the site', () => {
  it('passes on what a checkout reads, by the next node when one is down', async () => {
    const call = { method: 'eth_call', params: [{ to: usdc, data: '0x' }, 'latest'] }
    const answer = await ask(call, {
      rpcUrls: ['http://127.0.0.1:1', node.origin],
      segment: encodeURIComponent(network),
    })
    expect(await answer.json()).toMatchObject({ result: '0x1' })
  })

  it('passes on what a checkout asks of a payment channel', async () => {
    const params = [{ to: contract, data: '0x' }, 'latest']
    expect((await ask({ method: 'eth_call', params })).status).toBe(200)
  })

  it.each([
    ['a transaction', { method: 'eth_sendRawTransaction', params: ['0x'] }],
    ['a call to another contract', { method: 'eth_call', params: [{ to: `0x${'1'.repeat(40)}`, data: '0x' }] }],
    ['a call without an address', { method: 'eth_call', params: [] }],
    ['a call that moves money', { method: 'eth_call', params: [{ to: usdc, data: '0x', value: '0x1' }, 'latest'] }],
    ['a call of another time', { method: 'eth_call', params: [{ to: usdc, data: '0x' }, '0x1'] }],
    ["code in the place of the asset's", { method: 'eth_call', params: [{ to: usdc, data: '0x' }, 'latest', {}] }],
    ["another family's method", { method: 'getAccountInfo', params: ['x'] }],
    ['several calls at once', '[]'],
    ['no JSON', '{'],
  ])('refuses %s', async (_what, call) => {
    const before = calls.length
    expect((await ask(call)).status).toBe(400)
    expect(calls).toHaveLength(before)
  })

  it.each(['eth_getTransactionCount', 'eth_gasPrice', 'eth_sendRawTransaction'])(
    'passes on %s of the demo wallet in the demo only',
    async (method) => {
      expect((await ask({ method, params: ['0x'] }, { isDemo: true })).status).toBe(200)
      const before = calls.length
      expect((await ask({ method, params: ['0x'] })).status).toBe(400)
      expect(calls).toHaveLength(before)
    },
  )

  it('refuses a long call', async () => {
    expect((await ask('x'.repeat(20_000))).status).toBe(413)
  })

  it.each<Record<string, string>>([{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    'refuses requests of other pages: %o',
    async (headers) => {
      expect((await ask({ method: 'eth_chainId' }, { headers })).status).toBe(403)
    },
  )

  it('says plainly when no node answers', async () => {
    expect((await ask({ method: 'eth_chainId' }, { rpcUrls: ['http://127.0.0.1:1'] })).status).toBe(502)
  })

  it.each(['eip155:1', '%', '%ff', '__proto__', ''])('knows no network %j', async (segment) => {
    const before = calls.length
    expect([400, 404]).toContain((await ask({ method: 'eth_chainId' }, { segment })).status)
    expect(calls).toHaveLength(before)
  })

  it('lets a checkout poll, refuses a flood, and limits no other caller', async () => {
    const from = (address: string, method = 'eth_chainId') =>
      ask({ method }, { headers: { origin: publicOrigin, [CALLER_HEADER]: markCaller(address) } })
    const answers = await Promise.all(Array.from({ length: 1_200 }, () => from('203.0.113.1', 'eth_mining')))
    // A flood may fall on both sides of a window's end.
    const passed = answers.filter(({ status }) => status === 400).length
    expect(passed).toBeGreaterThanOrEqual(250)
    expect(passed).toBeLessThanOrEqual(500)
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^[1-9]/)
    expect((await from('203.0.113.2')).status).toBe(200)
  })
})
