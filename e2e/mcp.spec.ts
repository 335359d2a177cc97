import { resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from '@playwright/test'
import { x402Client } from '@x402/core/client'
import { HTTPFacilitatorClient } from '@x402/core/server'
import type { PaymentRequired } from '@x402/core/types'
import { toClientEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import { withBazaar } from '@x402/extensions/bazaar'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { createPublicClient, http } from 'viem'
import { evmDevnetAccount, evmDevnetKey, svmDevnetSecretKey, svmDevnetSigner } from '@/development/devnet/wallets'

const open: Client[] = []
test.afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()))
})

const needed = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set; the browser world sets it.`)
  return value
}

async function connect(transport: ConstructorParameters<typeof StdioClientTransport>[0] | URL): Promise<Client> {
  const client = new Client({ name: 'outsider', version: '1.0.0' })
  await client.connect(
    transport instanceof URL ? new StreamableHTTPClientTransport(transport) : new StdioClientTransport(transport),
  )
  open.push(client)
  return client
}

type Call = { name: string; arguments?: Record<string, unknown>; _meta?: Record<string, unknown> }
const call = async (client: Client, params: Call): Promise<CallToolResult> =>
  CallToolResultSchema.parse(await client.callTool(params))

/** Wallets as the SDK's documentation makes them. */
function evmWallet(): x402Client {
  const chain = createPublicClient({ transport: http(needed('E2E_EVM_RPC_URL')) })
  const signer = toClientEvmSigner(evmDevnetAccount('buyer'), chain as Parameters<typeof toClientEvmSigner>[1])
  const wallet = new x402Client()
  return wallet.register('eip155:*', new ExactEvmScheme(signer)).register('eip155:*', new UptoEvmScheme(signer))
}

async function svmWallet(): Promise<x402Client> {
  const scheme = new ExactSvmScheme(await svmDevnetSigner('buyer'), { rpcUrl: needed('E2E_SVM_RPC_URL') })
  return new x402Client().register('solana:*', scheme)
}

/** The flow of the reference: terms in the error result, the payment in `_meta`. */
async function pay(client: Client, wallet: x402Client, params: Call) {
  const { structuredContent } = await call(client, params)
  const payment = await wallet.createPaymentPayload(structuredContent as unknown as PaymentRequired)
  const paid = { ...params, _meta: { 'x402/payment': payment } }
  return { result: await call(client, paid), repeat: () => call(client, paid) }
}

test('sells tools to the MCP client of others, exact and upto, on both chains', async ({ baseURL }) => {
  const client = await connect(new URL('/mcp', baseURL))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['get_weather', 'summarize', 'search_resources']),
  )
  expect(tools.filter((tool) => 'outputSchema' in tool)).toEqual([])

  const lisbon = { name: 'get_weather', arguments: { city: 'Lisbon' } }
  for (const wallet of [evmWallet(), await svmWallet()]) {
    const { result, repeat } = await pay(client, wallet, lisbon)
    expect(result.structuredContent).toMatchObject({ city: 'Lisbon' })
    expect(result._meta?.['x402/payment-response']).toMatchObject({ success: true })
    const again = await repeat()
    expect([again.isError, /"rainyDays":\d/.test(JSON.stringify(again))]).toEqual([true, false])
  }
  const summary = { name: 'summarize', arguments: { text: 'A toll is paid. '.repeat(100) } }
  const { result } = await pay(client, evmWallet(), summary)
  expect(result._meta?.['x402/payment-response']).toMatchObject({ success: true, amount: '20000' })
})

test('lists the tools to the bazaar client of others', async ({ baseURL }) => {
  const bazaar = withBazaar(new HTTPFacilitatorClient({ url: `${baseURL}/facilitator` }))
  const { items } = await bazaar.extensions.bazaar.listResources({ type: 'mcp', limit: 1000 })
  const ours = items.filter(({ resource }) => /^mcp:\/\/tool\/(get_weather|summarize)$/.test(resource))
  expect(ours.map(({ type }) => type)).toEqual(['mcp', 'mcp'])
})

test('pays through the bridge with either wallet, two calls at once', async ({ baseURL }) => {
  // Two processes start, with all that signs on either family.
  test.setTimeout(120_000)
  const keys: Record<string, string>[] = [
    { EVM_PRIVATE_KEY: evmDevnetKey('buyer') },
    { SVM_PRIVATE_KEY: await svmDevnetSecretKey('buyer') },
  ]
  for (const env of keys) {
    const client = await connect({
      command: process.execPath,
      args: [resolve('bin/turnpike-mcp-bridge.mjs')],
      stderr: 'pipe',
      env: {
        PATH: needed('PATH'),
        RESOURCE_SERVER_URL: baseURL ?? '',
        EVM_RPC_URLS_84532: needed('E2E_EVM_RPC_URL'),
        SVM_RPC_URL_DEVNET: needed('E2E_SVM_RPC_URL'),
        ...env,
      },
    })
    const answers = await Promise.all([1, 2].map(() => call(client, { name: 'get-data-from-resource-server' })))
    for (const { content } of answers) {
      expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('"city"') }])
    }
  }
})
