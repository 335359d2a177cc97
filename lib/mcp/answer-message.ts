import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { callerOf } from '@/lib/base/http/caller'
import { surfaceLimits } from '@/lib/base/http/limits'
import { statusOf } from '@/lib/base/http/problem'
import { readJson } from '@/lib/base/http/read-body'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { isRecord } from '@/lib/base/x402/header-codec'
import { createToolServer, type Exchange, type ServerFacts, WRONG_PARAMS } from './create-tool-server'
import { mcpRefusal } from './mcp-headers'
import type { ToolSource } from './tool'

const { bodyBytes, messages } = surfaceLimits.mcp

/** The answer to an MCP message. Call `finish` or `abandon` once it is known whether it arrived. */
export type AnsweredMessage = Awaited<ReturnType<typeof answerMessage>>

/** Answers the JSON-RPC messages of one POST, without a session, so that any instance may answer them. */
export async function answerMessage(facts: ServerFacts, tools: ToolSource, request: Request) {
  const sent = await readMessages(request)
  if (sent instanceof Response) return unread(sent)
  const exchange: Exchange = {
    userAgent: request.headers.get('user-agent'),
    caller: callerOf(request.headers),
    signal: request.signal,
    undelivered: [],
  }
  const server = createToolServer(facts, tools, exchange)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const response = await transport.handleRequest(acceptingStreams(request), { parsedBody: sent.messages })
  const text = response.body ? await response.text() : null
  await server.close()
  const each = async (move: 'finish' | 'abandon') => {
    await Promise.all(exchange.undelivered.map((undelivered) => undelivered[move]()))
  }
  return {
    status: response.status,
    headers: response.headers,
    /** JSON-RPC; null where the message wants no answer. */
    text,
    finish: () => each('finish'),
    abandon: () => each('abandon'),
  }
}

/**
 * The transport wants streams accepted too, which it never sends here: JSON or anything (which the absence of the header
 * means too) is enough.
 */
function acceptingStreams(request: Request): Request {
  const accepted = request.headers.get('accept') ?? '*/*'
  if (!/(^|[\s,])(\*\/\*|application\/(\*|json))\s*($|[,;])/i.test(accepted)) return request
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json, text/event-stream')
  // The body has been read.
  return new Request(request.url, { method: request.method, headers })
}

async function readMessages(request: Request): Promise<{ messages: unknown } | Response> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return mcpRefusal(415, -32000, 'Expected messages of the type application/json.')
  }
  try {
    const { value } = await readJson(request, { maxBytes: bodyBytes })
    if (!Array.isArray(value)) return { messages: withReadableParams(value) }
    if (value.length <= messages) return { messages: value.map(withReadableParams) }
    return mcpRefusal(400, -32600, `Expected at most ${messages} messages at once.`)
  } catch (error) {
    if (!isDomainError(error)) throw error
    const status = statusOf(error.code)
    return mcpRefusal(status, status === 400 ? -32700 : -32000, error.message)
  }
}

const requestSchemas = [InitializeRequestSchema, ListToolsRequestSchema, CallToolRequestSchema]

/** A request whose parameters have a wrong shape goes to its refusal; the SDK would answer it as a fault of ours. */
function withReadableParams(message: unknown): unknown {
  if (!isRecord(message) || message.id === undefined || typeof message.method !== 'string') return message
  const schema = requestSchemas.find(({ shape }) => shape.method.value === message.method)
  const isReadable = schema
    ? schema.safeParse(message).success
    : message.params === undefined || isRecord(message.params)
  return isReadable ? message : { ...message, method: WRONG_PARAMS, params: {} }
}

const unread = async (response: Response) => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
  finish: async () => undefined,
  abandon: async () => undefined,
})
