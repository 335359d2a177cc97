import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { SafeFetchFault } from '@/lib/base/infra/safe-fetch'
import { type Caller, type ConversationLimits, createGuardedFetch } from './guarded-fetch'

/** Why a server's answer is missing. `arguments_refused` and `call_failed`: it answered with an error. */
export type ConversationFault = SafeFetchFault | 'not_mcp' | 'arguments_refused' | 'call_failed'

/** Time and signal of one request, which ends when the time of all of them is over, whatever still comes. */
export type Within = () => { timeout: number; maxTotalTimeout: number; signal: AbortSignal }

/**
 * Talks with a stranger's MCP server by Streamable HTTP, bounded in requests, bytes and time; `fault` says why `talk`
 * has no result. Never throws for what the other side does.
 */
export async function converse<T>(
  { url, caller, limits }: { url: string; caller: Caller; limits: ConversationLimits },
  talk: (client: Client, within: Within) => Promise<T>,
): Promise<{ value: T; fault: null } | { value: null; fault: ConversationFault }> {
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
  const within = () => ({ timeout: guarded.leftMs(), maxTotalTimeout: guarded.leftMs(), signal: ending.signal })
  try {
    // The SDK's own class, whose optional fields are looser than its interface.
    await client.connect(transport as Parameters<Client['connect']>[0], within())
    return { value: await talk(client, within), fault: null }
  } catch (error) {
    return { value: null, fault: guarded.fault()?.fault ?? faultOf(error) }
  } finally {
    await transport.terminateSession().catch(() => undefined)
    await client.close().catch(() => undefined)
  }
}

/** Classifies an error: an MCP server answers with MCP errors, other servers with something else. */
function faultOf(error: unknown): ConversationFault {
  if (!(error instanceof McpError) || error.code === ErrorCode.ConnectionClosed) return 'not_mcp'
  if (error.code === ErrorCode.RequestTimeout) return 'timeout'
  return error.code === ErrorCode.InvalidParams ? 'arguments_refused' : 'call_failed'
}
