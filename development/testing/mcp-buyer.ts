import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import type { StockBuyer } from './test-buyer'

type McpCall = { name: string; arguments?: Record<string, unknown> }

/** The MCP SDK's client with a stock buyer's wallet: calls, signs the terms in the answer, and calls again. */
export type McpBuyer = {
  client: Client
  call: (call: McpCall, meta?: Record<string, unknown>) => Promise<CallToolResult>
  sign: (call: McpCall) => Promise<PaymentPayload>
  pay: (call: McpCall) => Promise<CallToolResult>
  close: () => Promise<void>
}

export async function connectMcpBuyer(transport: Transport, buyer: Pick<StockBuyer, 'signTerms'>): Promise<McpBuyer> {
  const client = new Client({ name: 'test-buyer', version: '1.0.0' })
  await client.connect(transport)
  const call: McpBuyer['call'] = async (params, meta) => {
    const result = await client.callTool({ ...params, ...(meta ? { _meta: meta } : {}) })
    return CallToolResultSchema.parse(result)
  }
  const sign: McpBuyer['sign'] = async (params) => {
    const { structuredContent } = await call(params)
    return buyer.signTerms(structuredContent as unknown as PaymentRequired) // The stock client reads it the same way.
  }
  return {
    client,
    call,
    sign,
    pay: async (params) => call(params, { 'x402/payment': await sign(params) }),
    close: () => client.close(),
  }
}
