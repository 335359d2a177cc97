import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { type AgentParts, agentTools } from './agent-tools'
import { type AdviseFirst, heedBazaar } from './heed-bazaar'
import type { Limits } from './limits-file'
import { serveTools } from './serve-tools'
import { askThePerson } from './spending/ask-the-person'
import type { SpendingGuard } from './spending/follow-call'

/** The limits are read for each call: they hold as soon as they are changed. */
export type AgentServerParts = {
  readLimits: () => Promise<Limits>
  /** Asks the bazaar that the owner of the wallet has named; null without one. */
  advise: AdviseFirst | null
  openParts: (limits: Limits, confirm: SpendingGuard['confirm']) => Omit<AgentParts, 'advise' | 'tell'>
}

/** An MCP server that finds paid resources, buys them within the limits of this machine, and gets deposits back. */
export function createAgentServer(
  version: string,
  { readLimits, advise, openParts }: AgentServerParts,
  redact: (text: string) => string,
): Server {
  const server = new Server({ name: 'turnpike', version }, { capabilities: { tools: {} } })
  const partsOfCall = async (tell: (line: string) => void) => {
    const limits = await readLimits()
    const ask = limits.ask ? askThePerson(server, '"turnpike limits --ask yes"', limits.deposit) : async () => null
    return { ...openParts(limits, heedBazaar(advise, { tell, override: OVERRIDE }, ask)), advise, tell }
  }
  const tools = agentTools.map(({ isReadOnly, run, ...listed }) => ({
    ...listed,
    annotations: { readOnlyHint: isReadOnly, openWorldHint: true },
    run: async (input: unknown, tell: (line: string) => void) => run(input, await partsOfCall(tell)),
  }))
  serveTools(server, tools, redact)
  return server
}

const OVERRIDE = 'the owner of the wallet can pay it all the same by "turnpike pay --unchecked".'
