import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { JsonSchema } from '@/lib/base/x402/json-schema'
import type { ToolGatePort } from './ports'

export type ToolArguments = Record<string, unknown>

/** A tool's entry in `tools/list`. There is no output schema: clients would check a challenge against it. */
export type ToolDescription = {
  /** Letters, digits, `_`, `-` or `.`; at most 44 for a seller's tool. */
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
}

export type CallMeta = {
  /** `_meta["x402/payment"]`, unchanged. */
  payment: unknown
  /** `_meta["x402.payment"]` of version 1, unchanged. */
  paymentVersion1: unknown
  /** `_meta["sign-in-with-x"]`, unchanged. */
  signIn: unknown
  userAgent: string | null
  /** The caller's address, as the server's edge saw it, by which calls are counted. */
  caller: string
  signal: AbortSignal
}

export type FreeTool = ToolDescription & {
  kind: 'free'
  run: (input: ToolArguments, meta: CallMeta) => Promise<CallToolResult>
}

/** A tool behind the gate: each call becomes a request to a route that only the gate answers. */
export type PaidTool = ToolDescription & { kind: 'paid' } & ReturnType<ToolGatePort['protect']> & {
    /** Address where its route sells the same for these arguments, so that a purchase at either opens both. */
    addressOf?: (input: ToolArguments) => string | null
    findFault?: (input: ToolArguments) => string | null
  }

export type Tool = FreeTool | PaidTool

export type ToolSource = {
  list: () => Promise<Tool[]>
  find: (name: string) => Promise<Tool | null>
}

export function fixedTools(tools: Tool[]): ToolSource {
  return {
    list: async () => tools,
    find: async (name) => tools.find((tool) => tool.name === name) ?? null,
  }
}
export function joinTools(sources: ToolSource[]): ToolSource {
  return {
    async list() {
      const named = new Map<string, Tool>()
      for (const source of sources) {
        for (const tool of await source.list()) if (!named.has(tool.name)) named.set(tool.name, tool)
      }
      return [...named.values()]
    },
    async find(name) {
      for (const source of sources) {
        const tool = await source.find(name)
        if (tool) return tool
      }
      return null
    },
  }
}
