import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { expect, it } from 'vitest'
import { createToolServer } from './create-tool-server'
import { fixedTools, type PaidTool } from './tool'

it('asks the gate nothing for arguments of which no request can be made', async () => {
  let asked = 0
  const tool: PaidTool = {
    ...{ kind: 'paid', name: 'tides', title: 'Tides', description: '', inputSchema: { type: 'object' } },
    url: 'https://shop.example/mcp/tides',
    terms: () => Promise.reject(new Error('Nobody asks for them here.')),
    answer: async () => {
      asked += 1
      return Response.json({ content: [] })
    },
    findFault: ({ harbour }) => (harbour === 'ü' ? 'X-Harbour is a header.' : null),
  }
  const server = createToolServer(
    { name: 'test', title: 'Test', version: '1', instructions: '', fault: (error) => String(error) },
    fixedTools([tool]),
    { userAgent: null, caller: 'test', signal: AbortSignal.timeout(5_000), undelivered: [] },
  )
  const [mine, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  await Promise.all([server.connect(theirs), client.connect(mine)])
  const refused = await client.callTool({ name: 'tides', arguments: { harbour: 'ü' } })
  expect(refused).toMatchObject({ isError: true, content: [{ text: 'X-Harbour is a header. Nothing was charged.' }] })
  expect(asked).toBe(0)
  await client.callTool({ name: 'tides', arguments: { harbour: 'Oban' } })
  expect(asked).toBe(1)
  await client.close()
})
