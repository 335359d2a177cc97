import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { createToolServer, type Exchange, type ServerFacts } from './create-tool-server'
import type { ToolSource } from './tool'

/** The largest message that is read. */
export const MAX_MESSAGE_BYTES = 1024 * 1024

/** What an MCP message is answered with. One of `finish` and `abandon` is called once its fate is known. */
export type AnsweredMessage = {
  status: number
  headers: Headers
  /** JSON-RPC; null where the message wants no answer. */
  text: string | null
  finish: () => Promise<void>
  abandon: () => Promise<void>
}

/**
 * Answers the JSON-RPC messages of one POST, without a session: they carry all that their answer needs, so any
 * instance may answer them.
 */
export async function answerMessage(facts: ServerFacts, tools: ToolSource, request: Request): Promise<AnsweredMessage> {
  const exchange: Exchange = { userAgent: request.headers.get('user-agent'), signal: request.signal, held: [] }
  const server = createToolServer(facts, tools, exchange)
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    maxRequestBodySize: MAX_MESSAGE_BYTES,
  })
  await server.connect(transport)
  const response = await transport.handleRequest(request)
  const text = response.body ? await response.text() : null
  await server.close()
  const each = async (move: 'finish' | 'abandon') => {
    await Promise.all(exchange.held.map((held) => held[move]()))
  }
  return {
    status: response.status,
    headers: response.headers,
    text,
    finish: () => each('finish'),
    abandon: () => each('abandon'),
  }
}
