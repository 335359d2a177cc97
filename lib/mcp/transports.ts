import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { callerOf } from '@/lib/base/http/caller'
import type { Database } from '@/lib/base/infra/database'
import { type AnsweredMessage, answerMessage } from './answer-message'
import type { ServerFacts } from './create-tool-server'
import { mcpMethodNotAllowed, mcpPreflight, mcpRefusal, withMcpHeaders } from './mcp-headers'
import type { SseHub } from './sse-hub'
import { isStreamOpen, isWaiting, putMessage, withdrawMessage } from './sse-streams'
import type { ToolSource } from './tool'
import { watchDelivery } from './undelivered-answer'

const CHECK_MS = 50
/** How long an answer waits for the instance that holds its stream. */
const TAKE_MS = 10_000

/** Opens the stream of an older client (protocol 2024-11-05): its answers come here, its messages go elsewhere. */
export async function openSse(hub: SseHub, messagesPath: string, request: Request): Promise<Response> {
  const headers = withMcpHeaders({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
  // Next.js answers HEAD by this too, and neither reads the body nor says that its reader has gone.
  if (request.method === 'HEAD') return new Response(null, { headers })
  const stream = await hub.open(messagesPath, { signal: request.signal, caller: callerOf(request.headers) })
  const detail = 'Too many streams are open. Use streamable HTTP at /mcp, or try again in a minute.'
  if (!stream) return mcpRefusal(429, -32000, detail, { 'Retry-After': '60' })
  return new Response(stream, { headers })
}

/**
 * Answers a message of such a client on its stream, on any instance. Runs nothing for a stream that is gone, and a paid
 * answer that its holder did not take stays undelivered.
 */
export async function takeSseMessage(
  database: Database,
  facts: ServerFacts,
  tools: ToolSource,
  request: Request,
): Promise<Response> {
  const streamId = z.string().uuid().safeParse(new URL(request.url).searchParams.get('sessionId'))
  if (!streamId.success || !(await isStreamOpen(database, streamId.data))) {
    return mcpRefusal(404, -32000, 'There is no such stream any more; open a new one.')
  }
  // The end of this request is not the end of the client's stream.
  const answer = await answerMessage(facts, tools, new Request(request.clone(), { signal: null }))
  if (answer.text !== null && answer.status === 200) {
    await handOver(database, streamId.data, answer.text, answer)
    return new Response('Accepted', { status: 202, headers: withMcpHeaders({}) })
  }
  await answer.finish()
  return new Response(answer.text, { status: answer.status, headers: withMcpHeaders(answer.headers) })
}

async function handOver(
  database: Database,
  streamId: string,
  body: string,
  { finish, abandon }: Pick<AnsweredMessage, 'finish' | 'abandon'>,
): Promise<void> {
  const id = await putMessage(database, { streamId, body })
  if (id === null) return abandon()
  const deadline = Date.now() + TAKE_MS
  while (Date.now() < deadline) {
    if (!(await isWaiting(database, id))) return (await isStreamOpen(database, streamId)) ? finish() : abandon()
    await sleep(CHECK_MS)
  }
  return (await withdrawMessage(database, id)) ? abandon() : finish()
}

/** Answers one request of streamable HTTP. A paid answer counts as delivered when its last byte was taken. */
export async function serveStreamableHttp(facts: ServerFacts, tools: ToolSource, request: Request): Promise<Response> {
  if (request.method === 'OPTIONS') return mcpPreflight()
  if (request.method !== 'POST') return mcpMethodNotAllowed()
  const { status, text, ...answer } = await answerMessage(facts, tools, request)
  const headers = withMcpHeaders(answer.headers)
  if (text === null) return new Response(null, { status, headers })
  return new Response(watchDelivery(text, answer), { status, headers })
}
