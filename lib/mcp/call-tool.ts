import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { type ConversationFault, converse } from './converse'
import { findTool, type ListedTool } from './find-tool'
import type { Caller, ConversationLimits } from './guarded-fetch'
import { metaKeys } from './payment-meta'

type CalledTool = { url: string; toolName: string; input: Record<string, unknown> }

type Call = CalledTool & {
  /** Null asks for the terms, after the tool was looked for in the server's list. */
  payment: Record<string, unknown> | null
  /** A tool that says that it changes something is not called without a payment. */
  sparesEffects: boolean
}

/** A call's result, and the list's entry of an unpaid one; without a result, `fault` says why. */
type Called = {
  tool: ListedTool | null
  result: CallToolResult | null
  latencyMs: number | null
  fault: ConversationFault | 'tool_missing' | 'tool_has_effects' | null
}

/** Calls a stranger's tool. Bounded in requests, bytes and time. Never throws for what the other side does. */
export async function callTool(
  { url, toolName, input, payment, sparesEffects }: Call,
  caller: Caller,
  limits: ConversationLimits,
): Promise<Called> {
  const { value, fault } = await converse({ url, caller, limits }, async (client, within): Promise<Called> => {
    const tool = payment === null ? await findTool(client, toolName, within) : null
    if (payment === null && tool === null) return failed('tool_missing')
    if (sparesEffects && hasEffects(tool)) return failed('tool_has_effects')
    const calledAt = performance.now()
    const params = { name: toolName, arguments: input, ...(payment && { _meta: { [metaKeys.payment]: payment } }) }
    // The client's own `callTool` would compile the schemas that the server lists.
    const result = await client.request({ method: 'tools/call', params }, CallToolResultSchema, within())
    return { tool, result, latencyMs: Math.round(performance.now() - calledAt), fault: null }
  })
  return value ?? failed(fault)
}

const failed = (fault: Called['fault']): Called => ({ tool: null, result: null, latencyMs: null, fault })

const hasEffects = (tool: ListedTool | null): boolean =>
  tool?.annotations?.readOnlyHint === false ||
  (tool?.annotations?.destructiveHint === true && tool.annotations.readOnlyHint !== true)
