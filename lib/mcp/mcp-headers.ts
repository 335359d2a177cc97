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

export function mcpPreflight(allowed: string[]): Response {
  const methods = [...allowed, 'OPTIONS'].join(', ')
  const headers = withMcpHeaders({ Allow: methods, 'Access-Control-Allow-Methods': methods })
  headers.set(
    'Access-Control-Allow-Headers',
    'content-type, accept, mcp-protocol-version, mcp-session-id, last-event-id',
  )
  headers.set('Access-Control-Max-Age', '86400')
  return new Response(null, { status: 204, headers })
}

/** 405 as JSON-RPC clients read it; there is no stream, since the server sends nothing unasked. */
export function mcpMethodNotAllowed(allowed: string[]): Response {
  const methods = [...allowed, 'OPTIONS'].join(', ')
  const message = `This address speaks MCP: it answers ${methods}. Send JSON-RPC messages with POST.`
  return mcpRefusal(405, -32000, message, { Allow: methods })
}

/** A refusal of a whole request, as JSON-RPC clients read it. */
export const mcpRefusal = (status: number, code: number, message: string, headers: HeadersInit = {}): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers: withMcpHeaders(headers) })
