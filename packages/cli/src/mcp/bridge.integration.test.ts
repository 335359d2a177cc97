import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import bs58 from 'bs58'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { svmDevnetSigner } from '@/development/devnet/wallets'
import { programCommand } from '@/development/programs/program-command'
import { openTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { startBridge } from './bridge'

const world = testWorld()
const program = programCommand('packages/cli/src/mcp/bridge-main.ts')
const toolName = 'get-data-from-resource-server'
const folder = mkdtempSync(join(tmpdir(), 'turnpike-bridge-'))
const seller = privateKeyToAccount(generatePrivateKey()).address
const open: Client[] = []

const onEvm = (price: string, scheme = 'exact') => ({ scheme, price, network: BASE_SEPOLIA, payTo: seller })

const onSolana = { ...onEvm('$0.002'), network: SOLANA_DEVNET, payTo: (await svmDevnetSigner('seller')).address }
const handler = () => Response.json({ city: 'Lisbon' })
const site = await openTestSite({
  routes: {
    'GET /weather': {
      config: { accepts: [onEvm('$0.001'), onSolana], extensions: { 'sign-in-with-x': { statement: 'Sign in' } } },
      handler,
    },
    'GET /solana': { config: { accepts: onSolana }, handler },
    'GET /metered': {
      config: { accepts: onEvm('$0.10', 'upto') },
      handler: (_request, { meter }) => {
        meter.setAmount('$0.01')
        return Response.json({ metered: true })
      },
    },
    'GET /dear': { config: { accepts: onEvm('$5') }, handler },
    'GET /broken': { config: { accepts: onEvm('$0.001') }, handler: () => new Response('cold oven', { status: 500 }) },
  },
})

afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

type Bridge = { client: Client; call: () => Promise<CallToolResult>; errors: () => string }

const newClient = () => new Client({ name: 'test', version: '1' })

/** The bridge in this process, by the same variables as the program. */
async function connect(env: Record<string, string>, client = newClient()): Promise<Bridge> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const lines: string[] = []
  const ends = { transport: far, print: (line: string) => void lines.push(line) }
  if (!(await startBridge({ ...bridgeEnv(), ...env } as never, ends))) throw new Error(lines.join('\n'))
  return speakTo(client, near, () => lines.join('\n'))
}

/** The bridge as a client's settings start it: its own process, in another folder, spoken to over stdio. */
async function startProgram(env: Record<string, string>): Promise<Bridge> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: program,
    cwd: folder,
    stderr: 'pipe',
    env: { PATH: process.env.PATH ?? '', ...bridgeEnv(), ...env },
  })
  let errors = ''
  transport.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return speakTo(newClient(), transport, () => errors)
}

async function speakTo(client: Client, transport: Transport, errors: () => string): Promise<Bridge> {
  await client.connect(transport)
  open.push(client)
  const call = async () => CallToolResultSchema.parse(await client.callTool({ name: toolName }))
  return { client, call, errors }
}

const bridgeEnv = () => ({
  RESOURCE_SERVER_URL: site.origin,
  EVM_RPC_URLS_84532: world.evmRpcUrl,
  SVM_RPC_URL_DEVNET: world.svmRpcUrl,
})

async function svmBuyer() {
  const seed = new Uint8Array(randomBytes(32))
  const { address } = await createKeyPairSignerFromPrivateKeyBytes(seed, true)
  await world.faucet({ network: SOLANA_DEVNET, address, amountAtomic: 1_000_000n })
  return { address, key: bs58.encode(Buffer.concat([seed, bs58.decode(address)])) }
}

const evmBuyer = () => createEvmBuyer(world, 10_000_000n)

const isRefusedWith = (message: string | RegExp) => ({
  isError: true,
  content: [
    {
      type: 'text',
      text: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
    },
  ],
})

const lisbon = { content: [{ type: 'text', text: '{"city":"Lisbon"}' }] }

describe('the MCP bridge', () => {
  it('as a program has one tool without input, pays on EVM, and prints nothing but the protocol', async () => {
    const buyer = await evmBuyer()
    const bridge = await startProgram({ EVM_PRIVATE_KEY: buyer.key })
    const notProtocol: Error[] = []
    bridge.client.onerror = (error) => void notProtocol.push(error)
    const { tools } = await bridge.client.listTools()
    expect(tools).toMatchObject([{ name: toolName, inputSchema: { type: 'object', properties: {} } }])
    expect(await bridge.call()).toEqual(lisbon)
    expect(await buyer.balance()).toBe(9_999_000n)
    expect(bridge.errors()).toContain(buyer.address)
    expect(bridge.errors()).not.toContain(buyer.key.slice(2))
    expect(notProtocol).toEqual([])
  })

  it('pays on Solana when it has that key only, and chooses the wallet by the network when it has both', async () => {
    const [evm, svm] = [await evmBuyer(), await svmBuyer()]
    expect(await (await connect({ SVM_PRIVATE_KEY: svm.key })).call()).toEqual(lisbon)
    const both = await connect({ SVM_PRIVATE_KEY: svm.key, EVM_PRIVATE_KEY: evm.key, ENDPOINT_PATH: '/solana' })
    expect(await both.call()).toEqual(lisbon)
    const paid = await site.application.database.payment.findMany({ where: { payer: svm.address } })
    expect(paid.map(({ status, network }) => [status, network])).toEqual([
      ['settled', SOLANA_DEVNET],
      ['settled', SOLANA_DEVNET],
    ])
    expect(await evm.balance()).toBe(10_000_000n)
  })

  it('signs in instead of paying again when told to', async () => {
    const buyer = await evmBuyer()
    const { call } = await connect({ EVM_PRIVATE_KEY: buyer.key, BRIDGE_SIGN_IN: '1' })
    const { content } = await call()
    expect([{ content }, (await call()).content[0]]).toEqual([lisbon, lisbon.content[0]])
    expect(await buyer.balance()).toBe(9_999_000n)
  })
})

describe('the MCP bridge, not paying', () => {
  it('as a program ends with exit code 1, and prints no key', async () => {
    const child = spawn(process.execPath, program, {
      cwd: folder,
      env: { ...bridgeEnv(), PATH: process.env.PATH, EVM_PRIVATE_KEY: '0xnot-a-key-5f5f' } as never,
    })
    let [out, errors] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    expect(await new Promise((end) => child.once('close', end))).toBe(1)
    expect(errors).toMatch(/The EVM key must be 0x and 64 hexadecimal digits/)
    expect(errors).not.toContain('5f5f')
    expect(out).toBe('')
  })

  it('pays nothing above its limit, on a network that it has no wallet of, and for errors', async () => {
    const buyer = await evmBuyer()
    for (const [path, env, message] of [
      ['/dear', {}, 'The price is 5.00 USDC; the most to pay is $1.'],
      ['/weather', { BRIDGE_MAX_PER_CALL: '$0.0009' }, 'the most to pay is $0.0009'],
      ['/solana', {}, /takes payment on Solana/],
      ['/broken', {}, 'the server answers 500'],
      ['/nowhere', {}, 'the server answers 404'],
    ] as const) {
      const { call } = await connect({ EVM_PRIVATE_KEY: buyer.key, ENDPOINT_PATH: path, ...env })
      expect(await call()).toMatchObject(isRefusedWith(message))
    }
    expect(await buyer.balance()).toBe(10_000_000n)
  })

  it('counts a payment whose answer was lost, and says that it may settle', async () => {
    const terms = (await fetch(`${site.origin}/weather`)).headers.get('payment-required') ?? ''
    const silent = await serveFetch(async (request) => {
      if (request.headers.has('payment-signature')) throw new Error('The line is cut.')
      return new Response(null, { status: 402, headers: { 'payment-required': terms } })
    })
    const env = { EVM_PRIVATE_KEY: (await evmBuyer()).key, RESOURCE_SERVER_URL: silent.origin }
    const limited = { ...env, BRIDGE_BUDGET: '$0.001', BRIDGE_BUDGET_FILE: join(folder, 'lost.jsonl') }
    const { call } = await connect(limited)
    expect(await call()).toMatchObject(isRefusedWith('It may settle: look before paying again'))
    expect(await call()).toMatchObject(isRefusedWith('$0.001 of $0.001 was signed'))
    await silent.stop()
  })

  it('S-27: stops at its budget, also after a restart and with two programs at once', async () => {
    const buyer = await evmBuyer()
    const env = {
      EVM_PRIVATE_KEY: buyer.key,
      BRIDGE_BUDGET: '$0.002',
      BRIDGE_BUDGET_FILE: join(folder, 'budget', 'bridge.jsonl'),
    }
    const first = await connect(env)
    expect(await first.call()).toEqual(lisbon)
    await first.client.close()
    const [one, other] = [await connect(env), await startProgram(env)]
    const results = await Promise.all([one.call(), other.call()])
    expect(results.filter(({ isError }) => !isError)).toHaveLength(1)
    expect(results.find(({ isError }) => isError)).toMatchObject(
      isRefusedWith('of $0.002 was signed. Nothing was paid'),
    )
    expect(await buyer.balance()).toBe(9_998_000n)
    expect(readFileSync(env.BRIDGE_BUDGET_FILE, 'utf8')).not.toContain(buyer.key.slice(2))
  })

  it('counts what was signed, whatever its seller says that it took', async () => {
    const limited = { BRIDGE_BUDGET: '$0.15', BRIDGE_BUDGET_FILE: join(folder, 'metered.jsonl') }
    const { call } = await connect({ ...limited, EVM_PRIVATE_KEY: (await evmBuyer()).key, ENDPOINT_PATH: '/metered' })
    expect(await call()).toEqual({ content: [{ type: 'text', text: '{"metered":true}' }] })
    expect(await call()).toMatchObject(isRefusedWith('$0.10 of $0.15 was signed'))
  })
})
