import { type CallToolResult, ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { findJsonFault, isRecord, parseJsonObject } from '@/lib/base/x402/header-codec'
import { callTool } from './call-tool'
import type { ConversationFault } from './converse'
import type { ListedTool } from './find-tool'
import type { Caller, ConversationLimits } from './guarded-fetch'

/** The result of asking a server for one of its tools. `terms` are not verified yet; without them, `fault` says why. */
export type ToolAnswer = {
  tool: ListedTool | null
  terms: Record<string, unknown> | null
  latencyMs: number | null
  fault: Exclude<ConversationFault, 'call_failed'> | 'tool_missing' | 'tool_unpaid' | 'terms_missing' | null
}

/** Listing several pages takes a request each; the server may ask back a few times. */
const LIMITS: ConversationLimits = { requests: 20, bytes: 512_000, lines: 1_000, timeoutMs: 15_000 }

/**
 * Asks an MCP server for a tool, without paying: whether it lists the tool, and on what terms it refuses a call without
 * arguments. Bounded in requests, bytes and time. Never throws for what the other side does.
 */
export async function askTool(
  { url, toolName }: { url: string; toolName: string },
  caller: Caller,
  limits = LIMITS,
): Promise<ToolAnswer> {
  const call = { url, toolName, input: {}, payment: null, sparesEffects: false }
  const { tool, result, latencyMs, fault } = await callTool(call, caller, limits)
  const isAnswered = fault === 'call_failed' || fault === 'tool_has_effects'
  if (result === null) return { ...refused, fault: isAnswered ? 'terms_missing' : fault }
  if (result.isError !== true) return { ...refused, tool, latencyMs, fault: 'tool_unpaid' }
  const terms = readTerms(result)
  const refusal = isAboutArguments(result) ? 'arguments_refused' : 'terms_missing'
  return { tool, terms, latencyMs, fault: terms ? null : refusal }
}

const refused = { tool: null, terms: null, latencyMs: null }

/** The terms of an unpaid call: an object, or the same as text for clients that read only text. */
function readTerms({ structuredContent, content: [first] }: CallToolResult): Record<string, unknown> | null {
  const text = first?.type === 'text' && typeof first.text === 'string' ? parseJsonObject(first.text) : null
  const objects = [structuredContent, text?.ok ? text.value : null].filter(isRecord)
  return objects.find((value) => Array.isArray(value.accepts) && findJsonFault(value) === null) ?? null
}

/** The SDK's server gives this answer to arguments that do not fit the tool's schema, before the tool is run. */
function isAboutArguments({ content: [first] }: CallToolResult): boolean {
  return first?.type === 'text' && first.text.startsWith(`MCP error ${ErrorCode.InvalidParams}:`)
}
