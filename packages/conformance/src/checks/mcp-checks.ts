import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { type CheckVerdict, type ConformanceCheck, failed, passed, skipped, withoutFault } from '../check'
import type { Subject } from '../subject'
import { faultOf, termsSchema } from '../terms'

const document = 'transports-v2/mcp.md'

/** A server of tools that ask for payment. */
export const mcpChecks: ConformanceCheck[] = [
  {
    id: 'mcp-lists-tools',
    level: 'must',
    claim: 'The server can be connected to and lists its tools',
    paragraph: `${document}, Summary`,
    run: (subject) =>
      connected(subject, async (client) => {
        const { tools } = await client.listTools()
        return tools.length > 0 ? passed : failed('no tools')
      }),
  },
  {
    id: 'mcp-asks-for-payment',
    level: 'must',
    claim: 'An unpaid call of a paid tool is an error that carries the terms, as an object and as text',
    paragraph: `${document}, Server Requirements`,
    run: (subject) =>
      called(subject, ({ isError, structuredContent, content }) => {
        if (isError !== true) return failed('isError is not true')
        const fault = faultOf(termsSchema, structuredContent)
        if (fault) return failed(`structuredContent: ${fault}`)
        const [first] = content
        const text = first?.type === 'text' ? first.text : ''
        return text === JSON.stringify(structuredContent) ? passed : failed('content[0].text does not say the same')
      }),
  },
  {
    id: 'mcp-refuses-malformed',
    level: 'must',
    claim: 'A call with a malformed payment gets the terms again and no content',
    paragraph: `${document}, Error Handling: Payment Invalid`,
    run: (subject) =>
      called(
        subject,
        ({ isError, structuredContent }) =>
          isError === true ? withoutFault(faultOf(termsSchema, structuredContent)) : failed('isError is not true'),
        { 'x402/payment': { x402Version: 2, accepted: {}, payload: {} } },
      ),
  },
]

async function connected({ mcp }: Subject, look: (client: Client) => Promise<CheckVerdict>): Promise<CheckVerdict> {
  if (mcp === null) return skipped('no MCP server was named (--mcp)')
  const client = new Client({ name: 'x402-conformance', version: '1.0.0' })
  try {
    // The SDK's own class, whose optional fields are looser than its interface.
    await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url)) as Parameters<Client['connect']>[0])
    return await look(client)
  } finally {
    await client.close()
  }
}

function called(
  subject: Subject,
  look: (result: CallToolResult) => CheckVerdict,
  meta?: Record<string, unknown>,
): Promise<CheckVerdict> {
  return connected(subject, async (client) => {
    const { tool: name, arguments: given } = subject.mcp ?? { tool: null }
    if (!name) return skipped('no paid tool was named (--tool)')
    return look(
      CallToolResultSchema.parse(await client.callTool({ name, arguments: given, ...(meta ? { _meta: meta } : {}) })),
    )
  })
}
