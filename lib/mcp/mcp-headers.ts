/** Open to pages of every origin: a call's only authority is the payment that it carries, and cookies are not read. */
const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'mcp-session-id, mcp-protocol-version',
}

const ownHeaders = { ...corsHeaders, 'Cache-Control': 'private, no-store' }

/** The transport's headers under ours: one caller's answer never reaches another through a cache. */
export function withMcpHeaders(from: HeadersInit): Headers {
  const headers = new Headers(from)
  for (const [name, value] of Object.entries(ownHeaders)) headers.set(name, value)
  return headers
}

const METHODS = 'POST, OPTIONS'

export function mcpPreflight(): Response {
  const headers = withMcpHeaders({
    Allow: METHODS,
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': 'content-type, accept, mcp-protocol-version, mcp-session-id, last-event-id',
    'Access-Control-Max-Age': '86400',
  })
  return new Response(null, { status: 204, headers })
}

/** 405 as JSON-RPC clients read it; there is no stream, since the server sends nothing unasked. */
export const mcpMethodNotAllowed = (): Response =>
  mcpRefusal(405, -32000, `This address speaks MCP: it answers ${METHODS}. Send JSON-RPC messages with POST.`, {
    Allow: METHODS,
  })

/** A refusal of a whole request, as JSON-RPC clients read it. */
export const mcpRefusal = (status: number, code: number, message: string, headers: HeadersInit = {}): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers: withMcpHeaders(headers) })
