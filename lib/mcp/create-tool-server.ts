import { setImmediate as nextTurn } from 'node:timers/promises'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { findJsonFault } from '@/lib/base/x402/header-codec'
import { findSchemaViolation } from '@/lib/base/x402/json-schema'
import { callPaidTool } from './call-paid-tool'
import { metaKeys, PAYMENT_EXTENSION, readsPaymentRequired } from './payment-meta'
import type { Tool, ToolArguments, ToolDescription, ToolSource } from './tool'
import { asPaymentRequired, errorText } from './tool-results'
import type { UndeliveredAnswer } from './undelivered-answer'

export type ServerFacts = {
  name: string
  title: string
  version: string
  instructions: string
  /** Logs a failure on our side, and returns its reference for the client. */
  fault: (error: unknown, toolName: string) => string
}

/** One exchange with a client. Paid answers are held until the client has them. */
export type Exchange = {
  userAgent: string | null
  caller: string
  signal: AbortSignal
  undelivered: UndeliveredAnswer[]
}

const capabilities = { tools: {}, extensions: { [PAYMENT_EXTENSION]: {} } }

/** Shared, because building one takes longer than answering; our servers never ask, so nothing is compiled with it. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * An MCP server over a set of tools, for one exchange: it keeps no state, so that any process may answer the next.
 * Refuses wrong arguments before it asks for payment or takes one.
 */
export function createToolServer(facts: ServerFacts, tools: ToolSource, exchange: Exchange): Server {
  const { instructions, fault: _fault, ...implementation } = facts
  const server = new Server(implementation, { capabilities, instructions, jsonSchemaValidator })
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: (await tools.list()).map(describe) }))
  // One POST may bring many calls; between two of them others are served.
  let turn: Promise<unknown> = Promise.resolve()
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    turn = turn.then(() => nextTurn())
    await turn
    const tool = await tools.find(params.name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, 'There is no tool of that name; tools/list has them all.')
    const input = params.arguments ?? {}
    const fault = findInputFault(tool, input)
    if (fault) return wrongArguments(fault)
    const unsendable = tool.kind === 'paid' ? tool.findFault?.(input) : null
    if (unsendable) return errorText(`${unsendable} Nothing was charged.`)
    try {
      const meta = params._meta ?? {}
      const result = await runTool(tool, input, meta, exchange)
      return readsPaymentRequired(meta) ? asPaymentRequired(result) : result
    } catch (error) {
      if (isDomainError(error)) return errorText(error.message)
      return errorText(`Something broke on our side. Reference: ${facts.fault(error, tool.name)}.`)
    }
  })
  return server
}

async function runTool(
  tool: Tool,
  input: ToolArguments,
  meta: Record<string, unknown>,
  exchange: Exchange,
): Promise<CallToolResult> {
  const { userAgent, caller, signal } = exchange
  const paymentVersion1 = meta[metaKeys.paymentVersion1]
  const call = {
    payment: meta[metaKeys.payment],
    paymentVersion1,
    signIn: meta[metaKeys.signIn],
    userAgent,
    caller,
    signal,
  }
  if (tool.kind === 'free') return tool.run(input, call)
  const { result, undelivered } = await callPaidTool(tool, input, call)
  exchange.undelivered.push(undelivered)
  return result
}

function findInputFault(tool: Tool, input: ToolArguments): string | null {
  if (findJsonFault(input)) return 'they are nested too deeply or hold text that cannot be kept'
  return findSchemaViolation(tool.inputSchema, input)
}

function wrongArguments(fault: string): CallToolResult {
  return errorText(`The arguments do not fit the tool's input schema: ${fault}. Nothing was charged.`)
}

function describe({ name, title, description, inputSchema }: ToolDescription) {
  return { name, title, description, inputSchema: { ...inputSchema, type: 'object' as const } }
}
