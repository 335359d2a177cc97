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

export type FreeTool = ToolDescription & {
  kind: 'free'
  /** `caller`: the address, as the server's edge saw it, by which calls are counted. */
  run: (input: ToolArguments, caller: string) => Promise<CallToolResult>
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

/** The keys of a call's proofs, and the headers in which the gate reads them. */
export const proofs = [
  [metaKeys.payment, headerNames.paymentSignature],
  [metaKeys.paymentVersion1, headerNames.paymentVersion1],
  [metaKeys.signIn, headerNames.signIn],
] as const

const outcomes = [
  [metaKeys.paymentResponseVersion1, headerNames.paymentResponseVersion1],
  [metaKeys.paymentResponse, headerNames.paymentResponse],
  [metaKeys.extensionResponses, headerNames.extensionResponses],
] as const

export function settlementMeta(headers: Headers): Record<string, unknown> {
  const read = outcomes.map(([key, name]) => [key, readHeader(headers.get(name))] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== null))
}

/** A protocol header as the object that it encodes; null when there is none that can be read. */
export function readHeader(value: string | null): Record<string, unknown> | null {
  const parsed = parseHeader(value ?? '')
  return parsed.ok ? parsed.value : null
}
