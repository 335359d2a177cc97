import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { localNodes } from '@/lib/client/chain-urls'
import { runTurnpike } from './run-turnpike'

let home: string
let shown: string
const ends: (() => void)[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'turnpike-settings-'))
  shown = ''
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((line: string) => void (shown += `${line}\n`))
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.restoreAllMocks()
  rmSync(home, { recursive: true, force: true })
})

it.each([
  ['claude-code', '${EVM_RPC_URLS_84532:-}'],
  ['vscode', '${env:EVM_RPC_URLS_84532}'],
])('writes no address of a node into settings of %s, which people commit', async (client, reference) => {
  const file = join(home, 'mcp.json')
  const env = { TURNPIKE_HOME: home, EVM_RPC_URLS_84532: 'https://node.example/v2/SECRETKEY' } as never
  expect(await runTurnpike(['mcp', 'install', client, '--file', file], env)).toBe(0)
  const written = readFileSync(file, 'utf8')
  expect(written).not.toContain('SECRETKEY')
  expect(written).toContain(`"EVM_RPC_URLS_84532": "${reference}"`)
})

it('finds the bazaar of a site by the address of the site', async () => {
  const server = createServer((request, response) => {
    const isThere = request.url?.startsWith('/facilitator/discovery/search?query=weather')
    response.writeHead(isThere ? 200 : 404).end(isThere ? JSON.stringify({ resources: [] }) : '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await runTurnpike(['search', 'weather', '--bazaar', origin], {} as never)).toBe(0)
  expect(await runTurnpike(['search', 'weather', '--bazaar', `${origin}/x`], {} as never)).toBe(1)
  expect(shown).toContain(`There is no bazaar at ${origin}/x. Expected a facilitator, such as ${origin}/facilitator.`)
})

it('tells the balance on networks of this machine, where they run', async () => {
  const node = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: `0x${(2_500_000).toString(16).padStart(64, '0')}` }))
    })
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { [BASE_SEPOLIA]: usual = '' } = localNodes
  localNodes[BASE_SEPOLIA] = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  ends.push(
    () => node.close(),
    () => node.closeAllConnections(),
    () => void (localNodes[BASE_SEPOLIA] = usual),
  )
  const realFetch = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    new URL(new Request(input, init).url).hostname === '127.0.0.1'
      ? realFetch(input, init)
      : Promise.reject(new TypeError('fetch failed')),
  )
  expect(await runTurnpike(['balance'], { EVM_PRIVATE_KEY: `0x${'11'.repeat(32)}` } as never)).toBe(0)
  expect(shown).toMatch(/Base Sepolia +not known/)
  expect(shown).toMatch(/Base Sepolia, this machine +2\.50 USDC/)
})

it('says what a new wallet needs where no terminal is', async () => {
  expect(await runTurnpike(['wallet', 'new'], { TURNPIKE_HOME: home } as never)).toBe(1)
  expect(shown).toContain('A new wallet needs a password')
})
