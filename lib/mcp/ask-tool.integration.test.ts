import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { listedTool, refusal, toolServer } from '@/development/testing/tool-server'
import { askTool } from './ask-tool'
import { callTool } from './call-tool'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

const terms = { x402Version: 2, accepts: [{ scheme: 'exact' }] }
const caller = { userAgent: 'a test', allowLoopback: true }

it('asks a server by the name that it is given, and reaches no address that is not public', async () => {
  const agents: (string | undefined)[] = []
  const inner = toolServer({ pages: [[listedTool('tides')]], call: () => refusal(terms) })
  const url = await serve((request, response) => {
    agents.push(request.headers['user-agent'])
    inner(request, response)
  })
  expect(await askTool({ url, toolName: 'tides' }, caller)).toMatchObject({ terms, fault: null })
  expect(new Set(agents)).toEqual(new Set(['a test']))
  agents.length = 0
  const refused = await askTool({ url, toolName: 'tides' }, { ...caller, allowLoopback: false })
  expect([refused.terms, refused.fault, agents]).toEqual([null, 'address_refused', []])
})

it('ends the session that it was given, also when it may ask no more', async () => {
  const ended: (string | undefined)[] = []
  const inner = toolServer({ pages: Array.from({ length: 9 }, () => [listedTool('moon')]), call: () => refusal(terms) })
  const url = await serve((request, response) => {
    if (request.method === 'DELETE') {
      ended.push(request.headers['mcp-session-id']?.toString())
      return void response.writeHead(200).end()
    }
    response.setHeader('mcp-session-id', 'abc')
    inner(request, response)
  })
  const limits = { requests: 4, bytes: 512_000, lines: 1_000, timeoutMs: 60_000 }
  expect(await askTool({ url, toolName: 'tides' }, caller, limits)).toMatchObject({ fault: 'too_large' })
  expect(ended).toEqual(['abc'])
})

it('waits for a silent server no longer than it may', async () => {
  const url = await serve(() => {})
  const limits = { requests: 5, bytes: 1_000, lines: 100, timeoutMs: 500 }
  expect(await askTool({ url, toolName: 'tides' }, caller, limits)).toMatchObject({ terms: null, fault: 'timeout' })
  const paid = { url, toolName: 'tides', input: {}, payment: { signed: true }, sparesEffects: true }
  expect(await callTool(paid, caller, limits)).toMatchObject({ result: null, fault: 'timeout' })
})

it.each(['\n', '\r'])('reads no more lines of events than it may, ended by %j', async (end) => {
  const url = await serve((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`data: {}${end}${end}`.repeat(500))
  })
  const limits = { requests: 5, bytes: 512_000, lines: 100, timeoutMs: 60_000 }
  expect(await askTool({ url, toolName: 'tides' }, caller, limits)).toMatchObject({ terms: null, fault: 'too_large' })
})
