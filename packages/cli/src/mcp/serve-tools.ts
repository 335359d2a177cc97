import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { CliError } from '../cli-error'

/** A tool as it is listed, and its work: the result is handed out as JSON, and each line that it tells stands beside it. */
export type ServedTool = Tool & { run: (input: unknown, tell: (line: string) => void) => Promise<unknown> }

/** Serves tools. Where nothing comes back, the result says why; other faults than refusals go to stderr too. */
export function serveTools(server: Server, tools: ServedTool[], redact: (text: string) => string): void {
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: tools.map(({ run: _run, ...listed }) => listed),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, 'tools/list names the tools.')
    const notes: string[] = []
    try {
      const found = await tool.run(params.arguments ?? {}, (line) => void notes.push(line))
      return textResult(redact(JSON.stringify(found)), ...notes)
    } catch (error) {
      if (!isPlain(error)) console.error(redact(error instanceof Error ? error.message : String(error)))
      return { ...textResult(redact(wordsOf(error)), ...notes), isError: true }
    }
  })
}

const textResult = (...texts: string[]): CallToolResult => ({
  content: texts.map((text) => ({ type: 'text', text })),
})

const isPlain = (error: unknown) => error instanceof CliError || error instanceof z.ZodError

function wordsOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`).join('; ')
  }
  return error instanceof Error ? error.message : 'The call failed.'
}

/** Prints of libraries go to stderr. */
export function giveStdoutToProtocol(): void {
  console.log = console.error
  console.info = console.error
  console.debug = console.error
}

/** Takes the given keys out of any text, with and without their prefix: no message of any library may carry one on. */
export function createKeyRedactor(keys: (string | undefined)[]): (text: string) => string {
  const secrets = keys.flatMap((key) => (key ? [key, key.replace(/^0x/i, '')] : [])).filter((key) => key.length > 0)
  return (text) => secrets.reduce((line, secret) => line.replaceAll(secret, '[redacted]'), text)
}
