import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  CallToolResultSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { z } from 'zod'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { findJsonFault, parseJsonObject } from '@/lib/base/x402/header-codec'
import { findSchemaViolation } from '@/lib/base/x402/json-schema'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { sortKeys } from '@/lib/base/x402/sort-keys'
import {
  asPaymentRequired,
  errorText,
  metaKeys,
  PAYMENT_EXTENSION,
  type PaidTool,
  paymentHeader,
  proofs,
  readHeader,
  readsPaymentRequired,
  settlementMeta,
  structuredError,
  type Tool,
  type ToolArguments,
  type ToolSource,
} from './tool'
import { readUndelivered, type UndeliveredAnswer } from './undelivered-answer'

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

/** The method of requests whose parameters have a wrong shape. */
export const WRONG_PARAMS = 'wrong/params'

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
  server.setRequestHandler(z.object({ method: z.literal(WRONG_PARAMS) }), () => {
    throw new McpError(
      ErrorCode.InvalidParams,
      'The parameters do not have the shape of this method. Nothing was charged.',
    )
  })
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: (await tools.list()).map(({ name, title, description, inputSchema }) => ({
      name,
      title,
      description,
      inputSchema: { ...inputSchema, type: 'object' as const },
    })),
  }))
  // One POST may bring many calls; between two of them others are served.
  let turn: Promise<unknown> = Promise.resolve()
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    turn = turn.then(() => nextTurn())
    await turn
    const tool = await tools.find(params.name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, 'There is no tool of that name; tools/list has them all.')
    const input = params.arguments ?? {}
    const fault = findInputFault(tool, input)
    if (fault) return errorText(`The arguments do not fit the tool's input schema: ${fault}. Nothing was charged.`)
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
  if (tool.kind === 'free') return tool.run(input, exchange.caller)
  // A challenge, a refusal and a failed settlement are error results without the tool's content.
  const response = await tool.answer(toRequest(tool, input, { ...exchange, meta }))
  const undelivered = await readUndelivered(response)
  exchange.undelivered.push(undelivered)
  return toResult(response, undelivered.text)
}

function findInputFault(tool: Tool, input: ToolArguments): string | null {
  if (findJsonFault(input)) return 'they are nested too deeply or hold text that cannot be kept'
  return findSchemaViolation(tool.inputSchema, input)
}

/** Equal arguments make equal bodies, so that the gate sees a repeated call as the same request. */
function toRequest(
  tool: PaidTool,
  input: ToolArguments,
  { meta, userAgent, caller, signal }: Exchange & { meta: Record<string, unknown> },
): Request {
  const headers = new Headers({ 'content-type': 'application/json', [CALLER_HEADER]: markCaller(caller) })
  for (const [key, name] of proofs) if (meta[key] !== undefined) headers.set(name, paymentHeader(meta[key]))
  if (userAgent !== null) headers.set('user-agent', userAgent)
  const sorted = sortKeys(input) as ToolArguments // An object stays one.
  const body = JSON.stringify(sorted)
  // The signal tells the gate that the client has gone: the payment then stays undelivered.
  return new Request(tool.addressOf?.(sorted) ?? addressOfCall(tool.url, body), {
    method: 'POST',
    headers,
    body,
    signal,
  })
}

/** The problem's sentence for people, beside the terms. */
function detailIn(text: string): { detail?: string } {
  const body = parseJsonObject(text)
  return body.ok && typeof body.value.detail === 'string' ? { detail: body.value.detail } : {}
}

/** The buyer of a call may repeat it by signing in, but not with other arguments. */
function addressOfCall(url: string, body: string): string {
  return `${url}?arguments=${createHash('sha256').update(body).digest('base64url')}`
}

function toResult(response: Response, text: string): CallToolResult {
  const challenge = readHeader(response.headers.get(headerNames.paymentRequired))
  const meta = settlementMeta(response.headers)
  if (challenge) {
    const terms = { ...challenge, ...detailIn(text) }
    return structuredError(terms, { ...meta, [metaKeys.error]: terms })
  }
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
    const problem = parseJsonObject(text)
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
    const wait = Number.isNaN(retryAfter) ? {} : { retryAfterSeconds: retryAfter }
    return structuredError(problem.ok ? { ...problem.value, ...wait } : { status: response.status }, meta)
  }
  const result = CallToolResultSchema.parse(JSON.parse(text))
  return Object.keys(meta).length > 0 ? { ...result, _meta: { ...result._meta, ...meta } } : result
}
