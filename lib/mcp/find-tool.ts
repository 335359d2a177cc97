import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Within } from './converse'

/** An item of `tools/list`, limited to the fields that are shown. Its schemas stay unchanged and are never compiled. */
const listedTool = z.object({
  name: z.string(),
  description: z.string().optional(),
  inputSchema: z.record(z.unknown()).optional(),
  annotations: z.object({ readOnlyHint: z.boolean().optional(), destructiveHint: z.boolean().optional() }).optional(),
})

export type ListedTool = z.infer<typeof listedTool>

const MAX_PAGES = 8

/** Looks for the tool page by page: a server may list many. */
export async function findTool(client: Client, toolName: string, within: Within): Promise<ListedTool | null> {
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await client.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      ListToolsResultSchema,
      within(),
    )
    const tool = listed.tools.find(({ name }) => name === toolName)
    if (tool) return listedTool.parse(tool)
    if (listed.nextCursor === undefined || listed.nextCursor === cursor) return null
    cursor = listed.nextCursor
  }
  return null
}
