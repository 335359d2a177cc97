import type { Catalog } from '@/lib/catalog/create-catalog'
import type { Logger } from '@/lib/infra/logger'
import { askTerms } from '@/lib/mcp/ask-terms'
import type { Tool, ToolSource } from '@/lib/mcp/tool'

/** Lists the paid tools of this site in the catalog, as the gate itself offers them. */
export async function listOwnTools(tools: ToolSource, catalog: Catalog, log: Logger): Promise<void> {
  for (const tool of await tools.list()) await listTool(tool, catalog, log)
}

/** Lists one tool by the terms that it answers with now; a free one has none. */
export async function listTool(tool: Tool, catalog: Catalog, log: Logger): Promise<void> {
  const terms = tool.kind === 'paid' ? await askTerms(tool) : null
  const outcome = terms ? await catalog.indexOwnTool(terms) : null
  if (outcome?.status === 'rejected') log.warn({ toolName: tool.name, ...outcome }, 'A tool was not listed')
}
