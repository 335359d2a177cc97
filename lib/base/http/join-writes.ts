import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { ServerResponse } from 'node:http'

const REQUEST_START = 'http.server.request.start'

/**
 * Lets the head of an answer leave together with what of its body follows at once. Next.js flushes the head by itself
 * before the first byte, which is a write to the socket for each answer and costs more than making it.
 * A head whose body is still being made goes out at the end of this turn of the loop. Returns what ends it.
 */
export function joinWrites(): () => void {
  // Node.js publishes each request of its servers here, with its response.
  const onRequest = (message: unknown) => {
    const { response } = message as { response: ServerResponse }
    response.flushHeaders = flushHeadersSoon
  }
  subscribe(REQUEST_START, onRequest)
  return () => void unsubscribe(REQUEST_START, onRequest)
}

function flushHeadersSoon(this: ServerResponse): void {
  const { socket } = this
  socket?.cork()
  ServerResponse.prototype.flushHeaders.call(this)
  // The answer's end uncorks the socket too, and is there before that, unless the body is still being made.
  if (socket) setImmediate(() => socket.uncork())
}
