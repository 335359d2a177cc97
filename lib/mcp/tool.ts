import type { CallToolResult, Result } from '@modelcontextprotocol/sdk/types.js'
import { encodeHeader, findJsonFault, isRecord, parseHeader, recordOf } from '@/lib/base/x402/header-codec'
import type { JsonSchema } from '@/lib/base/x402/json-schema'
import type { RouteTerms } from '@/lib/base/x402/payment-option'
import { headerNames } from '@/lib/base/x402/protocol-headers'

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
export type PaidTool = ToolDescription & {
  kind: 'paid'
  /** Requests are addressed to it, only inside this process, unless they name an address of its route. */
  url: string
  answer: (request: Request) => Promise<Response>
  /** Its present terms; fails while it cannot be sold. */
  terms: () => Promise<RouteTerms>
  /** Address where its route sells the same for these arguments, so that a purchase at either opens both. */
  addressOf?: (input: ToolArguments) => string | null
  findFault?: (input: ToolArguments) => string | null
}

export type Tool = FreeTool | PaidTool

export type ToolSource = {
  list: () => Promise<Tool[]>
  find: (name: string) => Promise<Tool | null>
}

export const fixedTools = (tools: Tool[]): ToolSource => listedTools(() => tools)

export const listedTools = (list: () => Tool[]): ToolSource => ({
  list: async () => list(),
  find: async (name) => list().find((tool) => tool.name === name) ?? null,
})

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

/** An object as structured content, and as text for clients that read only text. */
export const structuredResult = (content: object, meta?: Record<string, unknown>): CallToolResult => ({
  structuredContent: { ...content },
  content: [{ type: 'text', text: JSON.stringify(content) }],
  ...(meta && Object.keys(meta).length > 0 ? { _meta: meta } : {}),
})

/** The form in which the reference client finds a challenge: an error with it as structured content. */
export const structuredError = (content: object, meta?: Record<string, unknown>): CallToolResult => ({
  isError: true,
  ...structuredResult(content, meta),
})
/** An answer with terms for a client that reads them as their own result type: nothing was executed. */
export function asPaymentRequired({ _meta, ...result }: CallToolResult): Result {
  const { [metaKeys.error]: terms, ...meta } = _meta ?? {}
  if (terms === undefined) return { ...result, ...(_meta && { _meta }) }
  return { resultType: 'payment_required', paymentRequired: terms, _meta: meta }
}

export const errorText = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })

export const metaKeys = {
  payment: 'x402/payment',
  paymentResponse: 'x402/payment-response',
  extensionResponses: 'x402/extension-responses',
  signIn: 'sign-in-with-x',
  /** The terms once more: where Cloudflare's `agents` looks for them. */
  error: 'x402/error',
  /** The same of x402 version 1, by the keys of `x402-mcp`. */
  paymentVersion1: 'x402.payment',
  paymentResponseVersion1: 'x402.payment-response',
} as const

/** The MCP extension of x402, which a client names with each request that it understands the terms by. */
export const PAYMENT_EXTENSION = 'org.x402/payment'

/** True for a request whose client reads terms as their own result type. Source: x402 transport MCP, extension binding. */
export function readsPaymentRequired(meta: Record<string, unknown>): boolean {
  const { extensions } = recordOf(meta['io.modelcontextprotocol/clientCapabilities'])
  return isRecord(recordOf(extensions)[PAYMENT_EXTENSION])
}

/**
 * The header's form of a value, which some clients send as that text already. Anything else but a plain object stays
 * unreadable, for the gate to refuse.
 */
export function paymentHeader(value: unknown): string {
  if (typeof value === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(value)) return value
  if (!isRecord(value) || findJsonFault(value)) return 'unreadable'
  return encodeHeader(value)
}

export function settlementMeta(headerOf: (name: string) => string | null): Record<string, unknown> {
  const settlement = readHeader(headerOf(headerNames.paymentResponse))
  const extensions = readHeader(headerOf(headerNames.extensionResponses))
  const version1 = readHeader(headerOf(headerNames.paymentResponseVersion1))
  return {
    ...(version1 ? { [metaKeys.paymentResponseVersion1]: version1 } : {}),
    ...(settlement ? { [metaKeys.paymentResponse]: settlement } : {}),
    ...(extensions ? { [metaKeys.extensionResponses]: extensions } : {}),
  }
}

/** A protocol header as the object that it encodes; null when there is none that can be read. */
export function readHeader(value: string | null): Record<string, unknown> | null {
  const parsed = parseHeader(value ?? '')
  return parsed.ok ? parsed.value : null
}
