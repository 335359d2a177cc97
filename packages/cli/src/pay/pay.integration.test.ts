import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { ExactAvmScheme as ExactAvmSeller } from '@x402/avm/exact/server'
import type { FacilitatorClient } from '@x402/core/server'
import { x402ResourceServer } from '@x402/core/server'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { ExactEvmScheme as ExactEvmSeller } from '@x402/evm/exact/server'
import { paymentMiddleware } from '@x402/express'
import {
  createSIWxResourceServerExtension,
  declareSIWxExtension,
  InMemorySIWxStorage,
} from '@x402/extensions/sign-in-with-x'
import { ExactSvmScheme as ExactSvmSeller } from '@x402/svm/exact/server'
import type { Express } from 'express'
import express from 'express'
import { describe, expect, it, vi } from 'vitest'
import { payLocally } from '@/development/devnet/pay/pay-locally'
import { avmFacilitator, fundedAvmWallet } from '@/development/devnet/testing/avm-parties'
import { evmFacilitator, freshAccount, usdcBalance } from '@/development/devnet/testing/evm-parties'
import { fundedSigner, svmFacilitator } from '@/development/devnet/testing/svm-parties'
import { programCommand } from '@/development/programs/program-command'
import { testWorld } from '@/development/testing/test-world'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff])
const payTo = freshAccount().address

const app = express()
const { origin } = await serveNode(app)
await serveStockRoutes(app)

/** Paid routes made of the SDK's parts only, on all three local networks. */
async function serveStockRoutes(app: Express) {
  const { evmRpcUrl, svmRpcUrl, avmUrl, faucet } = testWorld()
  const gas = freshAccount()
  await faucet({ network: BASE_SEPOLIA, address: gas.address, amountAtomic: 0n })
  const families: Record<string, ReturnType<typeof evmFacilitator>> = {
    [BASE_SEPOLIA]: evmFacilitator(evmRpcUrl, gas),
    [SOLANA_DEVNET]: svmFacilitator(svmRpcUrl, await fundedSigner(svmRpcUrl, 0n, true)),
    [ALGORAND_TESTNET]: avmFacilitator(avmUrl, await fundedAvmWallet(avmUrl, 0n, true)),
  }
  const facilitator = {
    verify: (payload: PaymentPayload, terms: PaymentRequirements) => families[terms.network]?.verify(payload, terms),
    settle: (payload: PaymentPayload, terms: PaymentRequirements) => families[terms.network]?.settle(payload, terms),
    getSupported: async () => ({
      kinds: Object.values(families).flatMap((family) => family.getSupported().kinds),
      extensions: ['eip2612GasSponsoring'],
      signers: {},
    }),
  } as unknown as FacilitatorClient // Every offered network has its family above.
  const resourceServer = new x402ResourceServer(facilitator)
    .register(BASE_SEPOLIA, new ExactEvmSeller())
    .register(SOLANA_DEVNET, new ExactSvmSeller())
    .register(ALGORAND_TESTNET, new ExactAvmSeller())
    .registerExtension(createSIWxResourceServerExtension({ storage: new InMemorySIWxStorage(), origin }))
  const evm = (price: string) => ({ scheme: 'exact', price, network: BASE_SEPOLIA, payTo }) as const
  const svm = {
    scheme: 'exact',
    price: '$0.02',
    network: SOLANA_DEVNET,
    payTo: (await fundedSigner(svmRpcUrl, 0n)).address,
  }
  const avm = {
    scheme: 'exact',
    price: '$0.03',
    network: ALGORAND_TESTNET,
    payTo: (await fundedAvmWallet(avmUrl, 0n)).address,
  }
  const signIn = declareSIWxExtension({
    network: [BASE_SEPOLIA, SOLANA_DEVNET],
    statement: 'Sign in to the test server',
  })
  const routes = {
    'GET /weather': { accepts: [evm('$0.01'), svm, avm], description: 'Weather', extensions: signIn },
    'POST /echo': { accepts: evm('$0.01') },
    'GET /image': { accepts: evm('$0.01') },
    'GET /text': { accepts: evm('$0.01') },
    'GET /broken': { accepts: evm('$0.01') },
    'GET /dear': { accepts: evm('$5') },
  }
  app.get('/free', (_request, response) => void response.json({ free: true }))
  app.get('/odd', (_request, response) => void response.status(402).type('text').send('pay me in shells'))
  app.use(paymentMiddleware(routes as Parameters<typeof paymentMiddleware>[0], resourceServer))
  app.get('/weather', (_request, response) => void response.json({ city: 'Lisbon' }))
  app.post('/echo', express.json(), (request, response) => void response.json({ got: request.body as unknown }))
  app.get('/image', (_request, response) => void response.type('png').send(png))
  app.get('/text', (_request, response) => void response.type('text').send('plain words\n'))
  app.get('/broken', (_request, response) => void response.status(500).json({ error: 'the oven is cold' }))
}

type Answer = { exitCode: number | null; output: string }

const urlOf = (path: string) => (path.startsWith('http') ? path : `${origin}${path}`)

function variablesWith(env: Record<string, string>): NodeJS.ProcessEnv {
  const { evmRpcUrl, svmRpcUrl, avmUrl } = testWorld()
  const nodes = { EVM_RPC_URLS_84532: evmRpcUrl, SVM_RPC_URL_DEVNET: svmRpcUrl, AVM_ALGOD_URL_TESTNET: avmUrl }
  return { ...process.env, ...nodes, ...env }
}

/** The terminal's own command, in its own process. */
async function payByProgram(path: string, flags: string[]): Promise<Answer> {
  const command = programCommand('development/devnet/pay/main.ts', [urlOf(path), ...flags])
  const child = spawn(process.execPath, command, { env: variablesWith({}) })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { exitCode, output }
}

/** The same command in this process. */
async function payFor(path: string, flags: string[] = [], env: Record<string, string> = {}): Promise<Answer> {
  let output = ''
  const keep = (text: unknown) => void (output += `${String(text)}\n`)
  const spies = [vi.spyOn(console, 'log').mockImplementation(keep), vi.spyOn(console, 'error').mockImplementation(keep)]
  try {
    const exitCode = await payLocally([urlOf(path), ...flags], variablesWith(env))
    return { exitCode, output }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const payAsJson = async (path: string, flags: string[] = [], env = {}) => {
  const { exitCode, output } = await payFor(path, [...flags, '--json'], env)
  return { exitCode, report: JSON.parse(output) as Record<string, unknown> }
}

describe('npm run pay', () => {
  it('pays, prints each step, and signs in the next time', async () => {
    const before = await usdcBalance(testWorld().evmRpcUrl, payTo)
    const first = await payByProgram('/weather', ['--network', 'eip155:84532'])
    expect(first.output).toMatch(/402 .*Payment required/)
    expect(first.output).toContain('price    0.01 USDC (exact) on Base Sepolia (eip155:84532)')
    expect(first.output).toMatch(/settled {2}0x[0-9a-f]{64} on Base Sepolia/)
    expect(first.output).toContain('"city": "Lisbon"')
    expect(first.exitCode).toBe(0)
    expect((await usdcBalance(testWorld().evmRpcUrl, payTo)) - before).toBe(10_000n)

    const second = await payFor('/weather', ['--network', 'evm'])
    expect(second.output).toContain('sign-in  accepted, nothing to pay')
    expect(second.exitCode).toBe(0)
    expect((await usdcBalance(testWorld().evmRpcUrl, payTo)) - before).toBe(10_000n)
  })

  it.each([
    ['solana', SOLANA_DEVNET, '20000'],
    ['algorand', ALGORAND_TESTNET, '30000'],
  ])('pays on %s', async (flag, network, amount) => {
    const { exitCode, report } = await payAsJson('/weather', ['--network', flag])
    expect(report).toMatchObject({
      ok: true,
      signed: { network, amount },
      settlement: { success: true, network },
      body: { city: 'Lisbon' },
    })
    expect(exitCode).toBe(0)
  })

  it('posts data and reads the answer as one JSON object', async () => {
    const { exitCode, report } = await payAsJson('/echo', ['--data', '{"text":"hello"}'])
    expect(report).toMatchObject({
      ok: true,
      method: 'POST',
      status: 200,
      body: { got: { text: 'hello' } },
      error: null,
    })
    expect(exitCode).toBe(0)
  })

  it('shows text, and saves what is none', async () => {
    expect((await payFor('/text')).output).toContain('plain words')
    const { output } = await payFor('/image')
    const file = /saved {4}6 bytes to (.+)/.exec(output)?.[1] ?? ''
    expect(readFileSync(file)).toEqual(png)
    rmSync(file)
  })
})

describe('npm run pay, without content', () => {
  const stranger = { EVM_PRIVATE_KEY: `0x${'3c'.repeat(32)}` }

  it.each([
    ['a price above the maximum', '/dear', [], 3, 'Not paid: The price is 5.00 USDC; the most to pay is $1.'],
    ['a lower maximum', '/text', ['--max', '0.001'], 3, 'the most to pay is $0.001'],
    ['a network that is not offered', '/text', ['--network', 'solana'], 3, 'The seller takes payment on Base Sepolia'],
    ['a seller without an offer', '/odd', [], 3, 'pay me in shells'],
    ['a seller who fails after a payment was signed', '/broken', [], 6, 'the server answers 500: the oven is cold'],
    ['nothing to pay', '/free', [], 0, 'This resource asks for no payment.'],
    ['a server that is down', 'http://127.0.0.1:9/x', [], 5, 'Failed: Nothing answers at http://127.0.0.1:9.'],
    ['an unknown flag', '/text', ['--frob'], 2, "Unknown option '--frob'."],
  ])('says so: %s', async (_name, path, flags, exitCode, words) => {
    const answer = await payFor(path, flags)
    expect(answer.output).toContain(words)
    expect(answer.output).not.toContain('settled')
    expect(answer.exitCode).toBe(exitCode)
  })

  it('says why a payment was rejected', async () => {
    const answer = await payFor('/text', [], stranger)
    expect(answer.output).toContain('Payment rejected: the wallet does not hold enough of the asset')
    expect(answer.exitCode).toBe(4)
  })

  it('does not print a key that it cannot read', async () => {
    const answer = await payFor('/text', [], { EVM_PRIVATE_KEY: 'hunter2' })
    expect(answer.output).toContain('The EVM key must be 0x and 64 hexadecimal digits.')
    expect(answer.output).not.toContain('hunter2')
    expect(answer.exitCode).toBe(2)
  })
})
