import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { checkCommand } from './check-command'
import { payCommand } from './pay-command'

const asked: string[] = []
let answer: { status: number; body: unknown }
const bazaar = createServer((request, response) => {
  asked.push(request.url ?? '')
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

it('pays nobody for the first time against the bazaar’s advice, unless told to', async () => {
  answer = advice('do_not_pay', 'stop')
  await expect(payCommand([url], env)).rejects.toMatchObject({ exitCode: 3 })
  expect(asked).toHaveLength(1)
  // No wallet is here, so that it ends at the next step.
  await expect(payCommand([url, '--unchecked'], env)).rejects.toThrow(/wallet/)
  expect(asked).toHaveLength(1)
})

it('pays where the bazaar is silent, and says so', async () => {
  answer = { status: 500, body: {} }
  await expect(payCommand([url], env)).rejects.toThrow(/wallet/)
  expect(printed.join('\n')).toContain('does not say (500)')
})
