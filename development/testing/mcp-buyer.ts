import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import type { StockBuyer } from './test-buyer'

type McpCall = { name: string; arguments?: Record<string, unknown> }

export type McpBuyer = Awaited<ReturnType<typeof connectMcpBuyer>>

/** The MCP SDK's client with a stock buyer's wallet: calls, signs the terms in the answer, and calls again. */
export async function connectMcpBuyer(transport: Transport, buyer: Pick<StockBuyer, 'signTerms'>) {
  const client = new Client({ name: 'test-buyer', version: '1.0.0' })
  await client.connect(transport)
  const call = async (params: McpCall, meta?: Record<string, unknown>): Promise<CallToolResult> => {
    const result = await client.callTool({ ...params, ...(meta ? { _meta: meta } : {}) })
    return CallToolResultSchema.parse(result)
  }
  const sign = async (params: McpCall): Promise<PaymentPayload> => {
    const { structuredContent } = await call(params)
    return buyer.signTerms(structuredContent as unknown as PaymentRequired) // The stock client reads it the same way.
  }
  return {
    client,
    call,
    sign,
    pay: async (params: McpCall) => call(params, { 'x402/payment': await sign(params) }),
    close: () => client.close(),
  }
}
