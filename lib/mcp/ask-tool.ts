import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  type CallToolResult,
  CallToolResultSchema,
  ErrorCode,
  ListToolsResultSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { SafeFetchFault } from '@/lib/base/infra/safe-fetch'
import { findJsonFault, isRecord, parseJsonObject } from '@/lib/base/x402/header-codec'
import { type Caller, type ConversationLimits, createGuardedFetch } from './guarded-fetch'

/** The result of asking a server for one of its tools. `terms` are not verified yet; without them, `fault` says why. */
export type ToolAnswer = {
  tool: ListedTool | null
  terms: Record<string, unknown> | null
  latencyMs: number | null
  fault: SafeFetchFault | 'not_mcp' | 'tool_missing' | 'tool_unpaid' | 'arguments_refused' | 'terms_missing' | null
}

/** An item of `tools/list`, limited to the fields that are shown. Its schemas stay unchanged and are never compiled. */
const listedTool = z.object({
  name: z.string(),
  description: z.string().optional(),
  inputSchema: z.record(z.unknown()).optional(),
})

type ListedTool = z.infer<typeof listedTool>

const MAX_PAGES = 8
/** Listing several pages takes a request each; the server may ask back a few times. */
const LIMITS: ConversationLimits = { requests: 20, bytes: 512_000, lines: 1_000, timeoutMs: 15_000 }

/**
 * Asks an MCP server for a tool by Streamable HTTP, without paying: whether it lists the tool, and on what terms it
 * refuses a call without arguments. Bounded in requests, bytes and time. Never throws for what the other side does.
 */
export async function askTool(
  { url, toolName }: { url: string; toolName: string },
  caller: Caller,
  limits = LIMITS,
): Promise<ToolAnswer> {
  const client = new Client({ name: 'turnpike-catalog', version: '1' })
  const ending = new AbortController()
  const guarded = createGuardedFetch(caller, limits, () => ending.abort())
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: guarded.fetch,
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      reconnectionDelayGrowFactor: 1,
    },
  })
  // Each request ends when the time of all of them is over, whatever still comes.
  const within = () => ({ timeout: guarded.leftMs(), maxTotalTimeout: guarded.leftMs(), signal: ending.signal })
  try {
    // The SDK's own class, whose optional fields are looser than its interface.
    await client.connect(transport as Parameters<Client['connect']>[0], within())
    const tool = await findTool(client, toolName, within)
    if (tool === null) return refused('tool_missing')
    const askedAt = performance.now()
    // The client's own `callTool` would compile the schemas that the server lists.
    const answer = await client.request(
      { method: 'tools/call', params: { name: toolName, arguments: {} } },
      CallToolResultSchema,
      within(),
    )
    const latencyMs = Math.round(performance.now() - askedAt)
    if (answer.isError !== true) return { ...refused('tool_unpaid'), tool, latencyMs }
    const terms = readTerms(answer.structuredContent, answer.content)
    const refusal = isAboutArguments(answer) ? 'arguments_refused' : 'terms_missing'
    return { tool, terms, latencyMs, fault: terms ? null : refusal }
  } catch (error) {
    return refused(guarded.fault()?.fault ?? faultOf(error))
  } finally {
    await transport.terminateSession().catch(() => undefined)
    await client.close().catch(() => undefined)
  }
}

/** Looks for the tool page by page: a server may list many. */
async function findTool(
  client: Client,
  toolName: string,
  within: () => { timeout: number; signal: AbortSignal },
): Promise<ListedTool | null> {
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await client.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      ListToolsResultSchema,
      within(),
    )
    const tool = listed.tools.find(({ name }) => name === toolName)
    if (tool) return listedTool.parse(tool)
    if (listed.nextCursor === undefined || listed.nextCursor === cursor) return null
    cursor = listed.nextCursor
  }
  return null
}

/** The terms of an unpaid call: an object, or the same as text for clients that read only text. */
function readTerms(structured: unknown, content: { type: string; text?: unknown }[]): Record<string, unknown> | null {
  const [first] = content
  const text = first?.type === 'text' && typeof first.text === 'string' ? parseJsonObject(first.text) : null
  const objects = [structured, text?.ok ? text.value : null].filter(isRecord)
  return objects.find((value) => Array.isArray(value.accepts) && findJsonFault(value) === null) ?? null
}

const refused = (fault: ToolAnswer['fault']): ToolAnswer => ({ tool: null, terms: null, latencyMs: null, fault })

/** The SDK's server gives this answer to arguments that do not fit the tool's schema, before the tool is run. */
function isAboutArguments({ content: [first] }: CallToolResult): boolean {
  return first?.type === 'text' && first.text.startsWith(`MCP error ${ErrorCode.InvalidParams}:`)
}

/** Classifies an error: an MCP server answers with MCP errors, other servers with something else. */
function faultOf(error: unknown): ToolAnswer['fault'] {
  if (!(error instanceof McpError) || error.code === ErrorCode.ConnectionClosed) return 'not_mcp'
  if (error.code === ErrorCode.RequestTimeout) return 'timeout'
  return error.code === ErrorCode.InvalidParams ? 'arguments_refused' : 'terms_missing'
}
