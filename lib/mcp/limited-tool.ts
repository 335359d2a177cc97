import type { FreeTool } from './tool'
import { errorText } from './tool-results'

/** Counts one call of a caller: returns the seconds after which it may come back, or null where it may go on. */
export type CallCount = (caller: string) => Promise<number | null>

/** A tool whose every call counts, also each of several in one message. */
export const limitedTool = (tool: FreeTool, count: CallCount): FreeTool => ({
  ...tool,
  run: async (input, meta) => {
    const seconds = await count(meta.caller)
    return seconds === null ? tool.run(input, meta) : errorText(`Too many calls. Come back in ${seconds} s.`)
  },
})
