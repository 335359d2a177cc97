import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { readTerms } from './ask-tool'
import { type ConversationFault, converse } from './converse'
import { findTool, type ListedTool, requestCall } from './find-tool'
import type { Caller, ConversationLimits } from './guarded-fetch'
import { metaKeys } from './payment-meta'

export type CalledTool = { url: string; toolName: string; input: Record<string, unknown> }

/** A call's result, in which terms are structured content; without one, `fault` says why. */
type Called = {
  result: CallToolResult | null
  latencyMs: number | null
  fault: ConversationFault | 'tool_missing' | 'tool_has_effects' | null
}

/** A paid call and its settlement take longer than an unpaid one. */
const LIMITS: ConversationLimits = { requests: 20, bytes: 1_000_000, lines: 2_000, timeoutMs: 60_000 }

/**
 * Calls a stranger's tool, with a payment or for its terms; without one, a tool that says it changes something is not
 * called. Bounded in requests, bytes and time. Never throws for what the other side does.
 */
export async function callTool(
  { url, toolName, input, payment }: CalledTool & { payment: Record<string, unknown> | null },
  caller: Caller,
  limits = LIMITS,
): Promise<Called> {
  const { value, fault } = await converse({ url, caller, limits }, async (client, within): Promise<Called> => {
    // Whoever is paid has been asked before.
    const tool = payment === null ? await findTool(client, toolName, within) : undefined
    if (tool === null) return failed('tool_missing')
    if (tool && hasEffects(tool)) return failed('tool_has_effects')
    const calledAt = performance.now()
    const call = { name: toolName, arguments: input, ...(payment && { _meta: { [metaKeys.payment]: payment } }) }
    const result = await requestCall(client, call, within())
    const latencyMs = Math.round(performance.now() - calledAt)
    const terms = result.isError === true ? readTerms(result.structuredContent, result.content) : null
    return { result: terms ? { ...result, structuredContent: terms } : result, latencyMs, fault: null }
  })
  return value ?? failed(fault)
}

const failed = (fault: Called['fault']): Called => ({ result: null, latencyMs: null, fault })

const hasEffects = ({ annotations }: ListedTool): boolean =>
  annotations?.readOnlyHint === false || (annotations?.destructiveHint === true && annotations.readOnlyHint !== true)
