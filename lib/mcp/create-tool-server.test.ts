import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { expect, it } from 'vitest'
import { answerMessage } from './answer-message'
import { createToolServer } from './create-tool-server'
import { fixedTools, type PaidTool } from './tool'

const facts = { name: 'test', title: 'Test', version: '1', instructions: '', fault: (error: unknown) => String(error) }

it('answers parameters of a wrong shape by the code of JSON-RPC, singly and in a batch', async () => {
  const wrong = [
    { method: 'tools/call' },
    { method: 'tools/call', params: {} },
    { method: 'tools/call', params: 5 },
    { method: 'tools/call', params: [] },
    { method: 'tools/call', params: { name: 7 } },
    { method: 'tools/call', params: { name: 'tides', arguments: [1] } },
    { method: 'tools/call', params: { name: 'tides', arguments: 'Oban' } },
    { method: 'tools/call', params: { name: 'unknown' } },
    { method: 'tools/list', params: 'all' },
    { method: 'tools/list', params: { cursor: 5 } },
    { method: 'initialize', params: {} },
  ].map((message, id) => ({ jsonrpc: '2.0', id, ...message }))
  const headers = { 'content-type': 'application/json', 'mcp-protocol-version': '2025-03-26' }
  const ask = async (body: unknown) => {
    const request = new Request('https://shop.example/mcp', { method: 'POST', headers, body: JSON.stringify(body) })
    const { status, text } = await answerMessage(facts, fixedTools([]), request)
    return { status, body: JSON.parse(text ?? '') }
  }
  for (const message of wrong)
    expect(await ask(message)).toMatchObject({ status: 200, body: { id: message.id, error: { code: -32602 } } })
  const { body } = await ask([...wrong, { jsonrpc: '2.0', id: 'ping', method: 'ping' }])
  expect(body).toHaveLength(wrong.length + 1)
  expect(body).toContainEqual({ jsonrpc: '2.0', id: 'ping', result: {} })
})

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
  const server = createToolServer(facts, fixedTools([tool]), {
    userAgent: null,
    caller: 'test',
    signal: AbortSignal.timeout(5_000),
    undelivered: [],
  })
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
