import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { utf8Text } from '@/lib/base/infra/utf8-text'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { paymentHeader, readHeader, settlementMeta } from './payment-meta'
import type { OutboundAnswer, OutboundPort } from './ports'
import type { CallMeta, FreeTool, ToolArguments } from './tool'
import { errorText, paymentRequired } from './tool-results'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const callInput = z.object({
  url: z.string(),
  method: z.enum(methods).default('GET'),
  body: z.unknown(),
})

/**
 * Calls a paid HTTP resource for the caller, with the caller's own payment: the terms go to the caller, the signed
 * payment goes to the resource, and no key is ever here. Only x402 answers are passed on, so that this server is no
 * proxy to the rest of the web.
 */
export const callResourceTool = (outbound: OutboundPort): FreeTool => ({
  kind: 'free',
  name: 'call_resource',
  title: 'Call a paid resource',
  description:
    'Calls a paid HTTP resource that is listed here, with what its seller declares. Without a payment it answers with ' +
    'the terms; sign one of the options and call again with the payment payload in _meta["x402/payment"], or where the ' +
    'terms offer it a sign-in in _meta["sign-in-with-x"]. ' +
    'The tool itself is free and holds no keys.',
  inputSchema: {
    type: 'object',
    properties: {
      url: { type: 'string', maxLength: 2048, description: 'Of a listed resource; search_resources finds them' },
      method: { type: 'string', enum: [...methods], description: 'GET when omitted' },
      body: { description: 'Sent as JSON' },
    },
    required: ['url'],
  },
  run: (input, meta) => callResource(outbound, input, meta),
})

async function callResource(outbound: OutboundPort, input: ToolArguments, meta: CallMeta): Promise<CallToolResult> {
  const { url, method, body } = callInput.parse(input)
  if (method === 'GET' && body !== undefined) return errorText('A GET takes no body. Nothing was sent.')
  const isPaid = meta.payment !== undefined
  const isSignedIn = meta.signIn !== undefined
  const answer = await outbound.send({
    url,
    method,
    caller: meta.caller,
    body: body === undefined ? null : JSON.stringify(body),
    payment: isPaid ? paymentHeader(meta.payment) : null,
    signIn: isSignedIn ? paymentHeader(meta.signIn) : null,
  })
  return answer.kind === 'fault' ? noAnswer(answer, isPaid) : toResult(answer, { isPaid, isSignedIn })
}

function noAnswer({ message, isSent }: Extract<OutboundAnswer, { kind: 'fault' }>, isPaid: boolean): CallToolResult {
  const doubt = 'The payment was sent and may settle: look before paying again.'
  return errorText(isPaid && isSent ? `${message} ${doubt}` : `${message} Nothing was paid.`)
}

function toResult(
  answer: Extract<OutboundAnswer, { kind: 'answer' }>,
  { isPaid, isSignedIn }: { isPaid: boolean; isSignedIn: boolean },
): CallToolResult {
  const headerOf = (name: string) => answer.headers[name] ?? null
  const challenge = readHeader(headerOf(headerNames.paymentRequired))
  const settlement = settlementMeta(headerOf)
  if (challenge) return paymentRequired(challenge, settlement)
  const isSettled = headerOf(headerNames.paymentResponse) !== null
  // A resource that opens by sign-in answers without a settlement.
  if ((isSettled && answer.status < 400) || (isSignedIn && answer.status < 300)) return content(answer, settlement)
  if ((isPaid || isSignedIn) && answer.status >= 400) {
    return errorText(`The resource answers ${answer.status}${codeOf(answer.body)}. It reports no settlement.`)
  }
  return errorText(
    `The address answers ${answer.status} and asks for no x402 payment, so it is not passed on. Ask it directly.`,
  )
}

function content(
  { headers, body }: Extract<OutboundAnswer, { kind: 'answer' }>,
  settlement: Record<string, unknown>,
): CallToolResult {
  const mimeType = headers['content-type']?.split(';')[0] ?? 'application/octet-stream'
  const text = utf8Text(body)
  const data = Buffer.from(body).toString('base64')
  if (text !== null) return { content: [{ type: 'text', text }], _meta: settlement }
  if (mimeType.startsWith('image/')) return { content: [{ type: 'image', data, mimeType }], _meta: settlement }
  const resource = { uri: 'data:,', mimeType, blob: data }
  return { content: [{ type: 'resource', resource }], _meta: settlement }
}

const problemSchema = z.object({ code: z.string().max(100) })

/** The code of a problem document, which says more than its status. */
function codeOf(body: Uint8Array): string {
  try {
    const problem = problemSchema.safeParse(JSON.parse(Buffer.from(body).toString('utf8')))
    return problem.success ? ` (${problem.data.code})` : ''
  } catch {
    // Not JSON: only the status is known.
    return ''
  }
}
