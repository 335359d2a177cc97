import { ServerResponse } from 'node:http'

/**
 * Sends the head of an answer together with the part of its body that follows at once. Next.js flushes the head
 * separately before the first byte: one more write to the socket for each answer, which costs more than making it.
 * A head whose body is still being made goes out at the end of this turn of the loop.
 */
export function joinWrites(response: ServerResponse): void {
  response.flushHeaders = flushHeadersSoon
}

function flushHeadersSoon(this: ServerResponse): void {
  const { socket } = this
  socket?.cork()
  ServerResponse.prototype.flushHeaders.call(this)
  // The answer's end uncorks the socket too, and is there before that, unless the body is still being made.
  if (socket) setImmediate(() => socket.uncork())
}
