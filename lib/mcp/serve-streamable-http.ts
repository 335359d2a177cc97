import { answerMessage } from './answer-message'
import type { ServerFacts } from './create-tool-server'
import { withMcpHeaders } from './mcp-headers'
import type { ToolSource } from './tool'
import { watchDelivery } from './undelivered-answer'

/** Answers one POST of streamable HTTP. A paid answer counts as delivered when its last byte was taken. */
export async function serveStreamableHttp(facts: ServerFacts, tools: ToolSource, request: Request): Promise<Response> {
  const { status, text, ...answer } = await answerMessage(facts, tools, request)
  const headers = withMcpHeaders(answer.headers)
  if (text === null) return new Response(null, { status, headers })
  return new Response(watchDelivery(bodyOf(text), answer), { status, headers })
}

/** Yields the text only when it is read, so that its end shows what the reader has taken. */
function bodyOf(text: string): ReadableStream<Uint8Array> {
  const queue = [new TextEncoder().encode(text)]
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = queue.shift()
        if (next) controller.enqueue(next)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
