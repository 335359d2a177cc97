/** One way to pay, as a listing states it. Null means that the listing does not say, never that it is free. */
export type OptionDraft = {
  scheme: string
  network: string
  asset: string | null
  amountAtomic: bigint | null
  microDollars: bigint | null
  payTo: string | null
  maxTimeoutSeconds: number | null
  extra: Record<string, unknown> | null
}

/** A listing to be stored, read from another listing, a live 402 or a settled payment, and sanitised. */
export type EntryDraft = {
  key: string
  type: 'http' | 'mcp'
  /** Origin and path or route template, no query; for MCP the tool's identifier. */
  resource: string
  method: string | null
  toolName: string | null
  host: string
  x402Version: number | null
  name: string | null
  description: string | null
  mimeType: string | null
  serviceName: string | null
  tags: string[]
  iconUrl: string | null
  options: OptionDraft[]
  input: Record<string, unknown> | null
  output: Record<string, unknown> | null
  extensions: Record<string, unknown> | null
  metadata: Record<string, unknown>
  lastUpdated: Date | null
  problems: string[]
}
