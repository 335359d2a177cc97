import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type CallToolResult, CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import bs58 from 'bs58'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { svmDevnetSigner } from '@/development/devnet/wallets'
import { programCommand } from '@/development/programs/program-command'
import { openTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { settleByStranger } from '@/development/testing/settle-by-stranger'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { testWorld } from '@/development/testing/test-world'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { Scheme } from '@/lib/base/x402/payment-option'
import type { PaymentPayload, PaymentRequired } from '@/lib/base/x402/wire'
import { startBridge } from './start-bridge'

const world = testWorld()
const published = [resolve('packages/cli/bin/turnpike-mcp-bridge.mjs')]
const bundled = programCommand('packages/cli/src/mcp-bridge/main.ts')
const toolName = 'get-data-from-resource-server'
const folder = mkdtempSync(join(tmpdir(), 'turnpike-bridge-'))
const seller = privateKeyToAccount(generatePrivateKey()).address
const open: Client[] = []

const onEvm = (price: string, scheme: Scheme = 'exact') => ({
  scheme,
  price,
  network: BASE_SEPOLIA,
  payTo: seller,
})

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
    'GET /small': { config: { accepts: [onEvm('$0.0001', 'batch-settlement'), onEvm('$0.0001')] }, handler },
    'GET /dear': { config: { accepts: onEvm('$5') }, handler },
    'GET /text': { config: { accepts: onEvm('$0.001') }, handler: () => new Response('plain words\n') },
    'GET /broken': {
      config: { accepts: onEvm('$0.001') },
      handler: () => new Response('cold oven', { status: 500 }),
    },
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
    args: published,
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

/** The site's terms for its weather, with payments that lapse after so many seconds. */
async function termsThatLapseAfter(maxTimeoutSeconds: number): Promise<string> {
  const header = (await fetch(`${site.origin}/weather`)).headers.get('payment-required') ?? ''
  const terms = JSON.parse(Buffer.from(header, 'base64').toString()) as PaymentRequired
  const accepts = terms.accepts.map((option) => ({ ...option, maxTimeoutSeconds }))
  return encodeHeader({ ...terms, accepts })
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

  it('pays on Solana when it has that key alone, and chooses the wallet by the network when it has both', async () => {
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

  it('pays for each of two calls at once', async () => {
    const buyer = await evmBuyer()
    const { call } = await connect({ EVM_PRIVATE_KEY: buyer.key })
    expect(await Promise.all([call(), call()])).toEqual([lisbon, lisbon])
    expect(await buyer.balance()).toBe(9_998_000n)
  })

  it('hands out a body that is not JSON as a JSON string', async () => {
    const { call } = await connect({ EVM_PRIVATE_KEY: (await evmBuyer()).key, ENDPOINT_PATH: '/text' })
    expect(await call()).toEqual({ content: [{ type: 'text', text: '"plain words\\n"' }] })
  })

  it('pays out of a deposit when it may, counts each call at its cost, and gets the rest back', async () => {
    const buyer = await evmBuyer()
    const file = join(folder, 'deposits.jsonl')
    const limits = { BRIDGE_MAX_DEPOSIT: '$0.02', BRIDGE_MAX_PER_DAY: '$0.0101', BRIDGE_AUDIT_LOG: file }
    const env = { EVM_PRIVATE_KEY: buyer.key, ENDPOINT_PATH: '/small', ...limits }
    const spending = { BRIDGE_SPENDING_FILE: join(folder, 'deposits.json') }
    const first = await connect({ ...env, ...spending })
    expect(await first.call()).toEqual(lisbon)
    expect(await buyer.balance()).toBe(9_990_000n)
    await first.client.close()
    // One that starts again is told by the seller how the channel stands, and signs twice for one call.
    const { call, client } = await connect({ ...env, ...spending })
    // The deposit counts for its day, and what is called out of it no second time.
    expect([await call(), await call()]).toEqual([lisbon, lisbon])
    const back = CallToolResultSchema.parse(await client.callTool({ name: 'get-deposit-back' }))
    expect(back.isError).toBeUndefined()
    expect(await buyer.balance()).toBe(9_999_700n)
    const entries = readFileSync(file, 'utf8').trim().split('\n')
    const settled = entries.map((line) => JSON.parse(line)).filter(({ event }) => event === 'settled')
    expect(settled.map(({ amount, deposit }) => [amount, deposit])).toEqual([
      ['100', '10000'],
      ['100', undefined],
      ['100', undefined],
    ])
  })

  it('puts nothing aside unless told to', async () => {
    const buyer = await evmBuyer()
    const { call, client } = await connect({ EVM_PRIVATE_KEY: buyer.key, ENDPOINT_PATH: '/small' })
    expect(await call()).toEqual(lisbon)
    expect(await buyer.balance()).toBe(9_999_900n)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([toolName])
  })

  it('signs in instead of paying again when told to', async () => {
    const buyer = await evmBuyer()
    const { call } = await connect({ EVM_PRIVATE_KEY: buyer.key, BRIDGE_SIGN_IN: '1' })
    expect([await call(), await call()]).toEqual([lisbon, lisbon])
    expect(await buyer.balance()).toBe(9_999_000n)
  })
})

describe('the MCP bridge, not paying', () => {
  it.each([
    [{}, /At least one of EVM_PRIVATE_KEY/],
    [{ EVM_PRIVATE_KEY: '0xnot-a-key-5f5f' }, /The EVM key must be 0x and 64 hexadecimal digits/],
    [{ SVM_PRIVATE_KEY: 'not-a-key-5f5f' }, /The Solana key must be/],
    [{ EVM_PRIVATE_KEY: generatePrivateKey(), BRIDGE_ALLOWED_HOSTS: 'api.example' }, /not among BRIDGE_ALLOWED_HOSTS/],
  ])('does not start with %o', async (env, message) => {
    const [near, far] = InMemoryTransport.createLinkedPair()
    const [out, errors]: [unknown[], string[]] = [[], []]
    near.onmessage = (sent) => void out.push(sent)
    const ends = { transport: far, print: (line: string) => void errors.push(line) }
    expect(await startBridge({ ...bridgeEnv(), ...env } as never, ends)).toBe(false)
    expect(errors.join('\n')).toMatch(message)
    expect(errors.join('\n')).not.toContain('5f5f')
    expect(out).toEqual([])
  })

  it.each([
    [{}, /At least one of EVM_PRIVATE_KEY/],
    [{ EVM_PRIVATE_KEY: '0xnot-a-key-5f5f' }, /The EVM key must be 0x and 64 hexadecimal digits/],
  ])('as a program ends with exit code 1, and prints no key, for %o', async (env, message) => {
    const child = spawn(process.execPath, bundled, {
      cwd: folder,
      env: { ...bridgeEnv(), PATH: process.env.PATH, ...env } as never,
    })
    let [out, errors] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    expect(await new Promise((end) => child.once('close', end))).toBe(1)
    expect(errors).toMatch(message)
    expect(errors).not.toContain('5f5f')
    expect(out).toBe('')
  })

  it('says that nothing answers when the server is down, and goes on', async () => {
    const gone = await serveFetch(async () => new Response(null))
    await gone.stop()
    const { call } = await connect({ EVM_PRIVATE_KEY: generatePrivateKey(), RESOURCE_SERVER_URL: gone.origin })
    expect(await call()).toMatchObject(isRefusedWith(`Nothing answers at ${gone.origin}`))
    expect(await call()).toMatchObject(isRefusedWith('Nothing answers'))
  })

  it.each([
    ['/dear', {}, 'The price is 5.00 USDC; the most to pay is $1.'],
    ['/weather', { BRIDGE_MAX_PER_CALL: '$0.0009' }, 'the most to pay is $0.0009'],
    ['/solana', {}, /takes payment on Solana/],
    ['/broken', {}, 'The server answers 500'],
    ['/nowhere', {}, 'The server answers 404'],
  ])('pays nothing for %s with %o', async (path, env, message) => {
    const buyer = await evmBuyer()
    const { call } = await connect({ EVM_PRIVATE_KEY: buyer.key, ENDPOINT_PATH: path, ...env })
    expect(await call()).toMatchObject(isRefusedWith(message))
    expect(await buyer.balance()).toBe(10_000_000n)
  })

  it('says why a payment was rejected', async () => {
    const { call } = await connect({ EVM_PRIVATE_KEY: generatePrivateKey() })
    expect(await call()).toMatchObject(isRefusedWith(/payment was rejected: the wallet does not hold enough/))
  })

  it('does not follow a redirect with its payment', async () => {
    const elsewhere = await serveFetch(
      async () => new Response(null, { status: 302, headers: { location: site.origin } }),
    )
    const { call } = await connect({ EVM_PRIVATE_KEY: generatePrivateKey(), RESOURCE_SERVER_URL: elsewhere.origin })
    expect(await call()).toMatchObject(isRefusedWith('The server redirects to'))
    await elsewhere.stop()
  })

  it('counts a payment whose answer was lost, and says that it may settle', async () => {
    const terms = (await fetch(`${site.origin}/weather`)).headers.get('payment-required') ?? ''
    const silent = await serveFetch(async (request) => {
      if (request.headers.has('payment-signature')) throw new Error('The line is cut.')
      return new Response(null, { status: 402, headers: { 'payment-required': terms } })
    })
    const env = { EVM_PRIVATE_KEY: (await evmBuyer()).key, RESOURCE_SERVER_URL: silent.origin }
    const limited = { ...env, BRIDGE_MAX_PER_DAY: '$0.001', BRIDGE_SPENDING_FILE: join(folder, 'lost.json') }
    const { call } = await connect(limited)
    expect(await call()).toMatchObject(isRefusedWith('It may settle: look before paying again'))
    expect(await call()).toMatchObject(isRefusedWith('$0.001 was spent in the last 24 hours'))
    await silent.stop()
  })

  it('stops at the limit of a day, also after a restart and with two calls at once', async () => {
    const buyer = await evmBuyer()
    const env = {
      EVM_PRIVATE_KEY: buyer.key,
      BRIDGE_MAX_PER_DAY: '$0.002',
      BRIDGE_SPENDING_FILE: join(folder, 'day.json'),
    }
    const first = await connect(env)
    expect(await first.call()).toEqual(lisbon)
    await first.client.close()
    const { call } = await connect(env)
    const results = await Promise.all([call(), call()])
    expect(results.filter(({ isError }) => !isError)).toEqual([lisbon])
    expect(results.find(({ isError }) => isError)).toMatchObject(
      isRefusedWith(/of \$0.002 was spent in the last 24 hours/),
    )
    expect(await buyer.balance()).toBe(9_998_000n)
  })

  it('counts an upto payment at its cost, and a rejected one while it may still be taken', async () => {
    const buyer = await evmBuyer()
    const limited = { BRIDGE_MAX_PER_HOST: '$0.111', BRIDGE_SPENDING_FILE: join(folder, 'host.json') }
    const poor = await connect({ ...limited, EVM_PRIVATE_KEY: generatePrivateKey() })
    expect((await poor.call()).isError).toBe(true)
    const { call } = await connect({ ...limited, EVM_PRIVATE_KEY: buyer.key, ENDPOINT_PATH: '/metered' })
    expect(await call()).toEqual({ content: [{ type: 'text', text: '{"metered":true}' }] })
    expect((await call()).isError).toBeUndefined()
    expect(await call()).toMatchObject(isRefusedWith(/spent on 127.0.0.1/))
    expect(await buyer.balance()).toBe(9_980_000n)
  })

  it('counts what was refused and taken all the same, and what was not taken until it has lapsed', async () => {
    const terms = await termsThatLapseAfter(20)
    const refusing = (take: (paymentPayload: PaymentPayload) => Promise<unknown>) =>
      serveFetch(async (request) => {
        const header = request.headers.get('payment-signature')
        if (header !== null) await take(JSON.parse(Buffer.from(header, 'base64').toString()))
        return new Response(null, { status: 402, headers: { 'payment-required': terms } })
      })
    const servers = {
      taking: await refusing((paymentPayload) => settleByStranger({ paymentPayload })),
      honest: await refusing(async () => {}),
    }
    const open = async (name: keyof typeof servers) => {
      const buyer = await evmBuyer()
      const { call } = await connect({
        EVM_PRIVATE_KEY: buyer.key,
        RESOURCE_SERVER_URL: servers[name].origin,
        BRIDGE_MAX_PER_DAY: '$0.001',
        BRIDGE_SPENDING_FILE: join(folder, `${name}.json`),
      })
      return { buyer, call, text: async () => JSON.stringify((await call()).content) }
    }
    const [taken, untaken] = [await open('taking'), await open('honest')]
    for (const { call } of [taken, untaken]) {
      expect(await call()).toMatchObject(isRefusedWith('The payment was rejected'))
      expect(await call()).toMatchObject(isRefusedWith('$0.001 of it is signed, and not known to be taken or lapsed'))
    }
    await expect.poll(untaken.text, { interval: 500 }).toContain('The payment was rejected')
    await expect.poll(taken.text, { interval: 500 }).not.toContain('not known to be taken')
    expect(await taken.call()).toMatchObject(
      isRefusedWith('of $0.001 was spent in the last 24 hours. Nothing was paid'),
    )
    expect(await taken.buyer.balance()).toBe(9_999_000n)
    await Promise.all(Object.values(servers).map(({ stop }) => stop()))
  })

  it('asks the bazaar that it is told before its first payment, and heeds it', async () => {
    const buyer = await evmBuyer()
    const asked: string[] = []
    const reason = { code: 'price_jump', effect: 'stop', text: 'It asks more than ten times what it is listed at.' }
    const advice = { verdict: 'do_not_pay', reasons: [reason] }
    const bazaar = await serveFetch(async ({ url }) => {
      asked.push(url)
      return Response.json(advice)
    })
    const env = { EVM_PRIVATE_KEY: buyer.key, BRIDGE_BAZAAR: bazaar.origin }
    const { call } = await connect(env)
    expect(await call()).toMatchObject(isRefusedWith(/not to pay: It asks .* listed at\. Nothing was paid/))
    expect(await buyer.balance()).toBe(10_000_000n)
    reason.effect = 'care'
    advice.verdict = 'pay_with_care'
    expect(await call()).toMatchObject({ content: [...lisbon.content, { text: expect.stringContaining('with care') }] })
    expect(await call()).toEqual(lisbon)
    expect(asked).toHaveLength(2)
    await bazaar.stop()
  })

  it('asks the person before it pays, when told to', async () => {
    const buyer = await evmBuyer()
    const env = { EVM_PRIVATE_KEY: buyer.key, BRIDGE_CONFIRM: '1' }
    const silent = await connect(env)
    expect(await silent.call()).toMatchObject(isRefusedWith('cannot ask its user'))
    const questions: string[] = []
    const answers = [
      { action: 'decline' as const },
      { action: 'accept' as const, content: { pay: false } },
      { action: 'accept' as const, content: { pay: true } },
    ]
    const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } })
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message)
      return answers.shift() ?? { action: 'cancel' as const }
    })
    const asking = await connect(env, client)
    expect(await asking.call()).toMatchObject(isRefusedWith('not confirmed'))
    expect(await asking.call()).toMatchObject(isRefusedWith('not confirmed'))
    expect(await buyer.balance()).toBe(10_000_000n)
    expect(await asking.call()).toEqual(lisbon)
    expect(questions[0]).toContain(`Pay 0.001 USDC on Base Sepolia from ${buyer.address} to ${seller}`)
  })

  it('writes down what it signed and how that ended, and never a key', async () => {
    const buyer = await evmBuyer()
    const file = join(folder, 'audit', 'log.jsonl')
    const { call } = await connect({ EVM_PRIVATE_KEY: buyer.key, BRIDGE_AUDIT_LOG: file })
    await call()
    const dear = await connect({ EVM_PRIVATE_KEY: buyer.key, BRIDGE_AUDIT_LOG: file, ENDPOINT_PATH: '/dear' })
    await dear.call()
    const text = readFileSync(file, 'utf8')
    const entries = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(entries).toMatchObject([
      { event: 'signing', price: '0.001 USDC', network: BASE_SEPOLIA, payTo: seller },
      { event: 'settled', amount: '1000', transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
      { event: 'refused', reason: 'PRICE_ABOVE_MAXIMUM' },
    ])
    expect(text).not.toContain(buyer.key.slice(2))
  })
})
