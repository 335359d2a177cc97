import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

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

export const errorText = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })
