import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { type AgentParts, agentTools } from './agent-tools'
import { CliError } from './cli-error'
import { type AdviseFirst, heedBazaar } from './heed-bazaar'
import type { Limits } from './limits-file'
import { NoDataError } from './mcp-bridge/no-data-error'
import { askThePerson } from './spending/ask-the-person'
import type { SpendingGuard } from './spending/follow-call'

/** The limits are read for each call: they hold as soon as they are changed. */
export type AgentServerParts = {
  readLimits: () => Promise<Limits>
  /** Asks the bazaar that the owner of the wallet has named; null without one. */
  advise: AdviseFirst | null
  openParts: (limits: Limits, confirm: SpendingGuard['confirm']) => Omit<AgentParts, 'advise' | 'tell'>
}

/**
 * An MCP server that finds paid resources, buys them within the limits of this machine, and gets deposits back.
 * Where nothing comes back, the result says why and whether anything was paid.
 */
export function createAgentServer(
  version: string,
  { readLimits, advise, openParts }: AgentServerParts,
  redact: (text: string) => string,
): Server {
  const server = new Server({ name: 'turnpike', version }, { capabilities: { tools: {} } })
  const partsOfCall = async (tell: (line: string) => void) => {
    const limits = await readLimits()
    const ask = limits.ask ? askThePerson(server, '"turnpike limits --ask yes"', limits.deposit) : async () => null
    return openParts(limits, heedBazaar(advise, { tell, override: OVERRIDE }, ask))
  }
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: agentTools.map(({ name, title, description, inputSchema, isReadOnly }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations: { readOnlyHint: isReadOnly, openWorldHint: true },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const tool = agentTools.find(({ name }) => name === params.name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, 'tools/list names the tools.')
    const notes: string[] = []
    try {
      const tell = (line: string) => void notes.push(line)
      const parts = { ...(await partsOfCall(tell)), advise, tell }
      return textResult(redact(JSON.stringify(await tool.run(params.arguments ?? {}, parts))), ...notes)
    } catch (error) {
      if (!isPlain(error)) console.error(redact(error instanceof Error ? error.message : String(error)))
      return { ...textResult(redact(wordsOf(error)), ...notes), isError: true }
    }
  })
  return server
}

const OVERRIDE = 'the owner of the wallet can pay it all the same by "turnpike pay --unchecked".'

const textResult = (...texts: string[]): CallToolResult => ({
  content: texts.map((text) => ({ type: 'text', text })),
})

const isPlain = (error: unknown) =>
  error instanceof NoDataError || error instanceof CliError || error instanceof z.ZodError

function wordsOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`).join('; ')
  }
  return error instanceof Error ? error.message : 'The call failed.'
}
