import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { withX402, withX402Client } from 'agents/x402'
import { privateKeyToAccount } from 'viem/accounts'
import { cell, serving } from '../cell.mjs'

/** A seller of a tool and its buyer, both of that package. */
const network = 'eip155:84532'
const facilitator = { url: cell.facilitator }
const server = withX402(new McpServer({ name: 'seller', version: '1.0.0' }), {
  network,
  recipient: cell.payTo,
  facilitator,
})
server.paidTool('tides', 'Tides of a harbour', 0.001, {}, {}, async () => ({
  content: [{ type: 'text', text: 'High' }],
}))
const [one, other] = InMemoryTransport.createLinkedPair()
await server.connect(one)
const client = new Client({ name: 'buyer', version: '1.0.0' })
await client.connect(other)
const paying = withX402Client(client, { account: privateKeyToAccount(cell.evmKey), network })
const result = await paying.callTool(async () => true, { name: 'tides', arguments: {} })
if (result.isError) throw new Error(JSON.stringify(result.content))
serving('in memory', {})
