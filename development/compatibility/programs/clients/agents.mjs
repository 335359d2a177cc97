import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { withX402Client } from 'agents/x402'
import { privateKeyToAccount } from 'viem/accounts'
import { cell, end } from '../cell.mjs'

/** Buys a tool. */
const client = new Client({ name: 'compatibility', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(new URL(`${cell.site}/mcp`)))
const paying = withX402Client(client, { account: privateKeyToAccount(cell.evmKey), network: 'eip155:84532' })
const result = await paying.callTool(async () => true, { name: 'get_weather', arguments: { city: 'Lisbon' } })
end({ status: result.isError ? 402 : 200, text: JSON.stringify(result.content) })
