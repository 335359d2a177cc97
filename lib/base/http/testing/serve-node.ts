import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Serves on a free port of this machine, until the test that opens it is over, or the file where none is running. */
export async function serveNode(
  listener: RequestListener | Server,
): Promise<{ origin: string; port: number; server: Server }> {
  const server = typeof listener === 'function' ? createServer({ keepAliveTimeout: 75_000 }, listener) : listener
  await once(server.listen(0, '127.0.0.1'), 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // It listens on TCP.
  return { origin: `http://127.0.0.1:${port}`, port, server }
}

/** Ends with the test that is running, or with the file where none is. */
export const atEnd = (end: () => unknown): void =>
  TestRunner.getCurrentTest()
    ? onTestFinished(async () => void (await end()))
    : afterAll(async () => void (await end()))
