import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { ServerResponse } from 'node:http'

const REQUEST_START = 'http.server.request.start'

/**
 * Sends the head of an answer together with the part of its body that follows at once. Next.js flushes the head
 * separately before the first byte: one more write to the socket for each answer, which costs more than making it.
 * A head whose body is still being made goes out at the end of this turn of the loop. Returns a function that ends it.
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
