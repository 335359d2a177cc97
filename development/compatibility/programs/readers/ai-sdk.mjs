import { createMCPClient } from '@ai-sdk/mcp'
import { at, endWithFaults } from '../reading.mjs'

const client = await createMCPClient({ transport: { type: 'http', url: at('/mcp') } })
const tools = await client.tools()
const result = await tools.get_weather?.execute({ city: 'Lisbon' }, { toolCallId: '1', messages: [] })
const faults = Object.keys(tools).length < 3 ? ['too few tools'] : []
if (!JSON.stringify(result ?? null).includes('x402Version')) faults.push('a paid tool does not answer its terms')
endWithFaults(faults)
