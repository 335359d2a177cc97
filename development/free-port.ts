import { createServer } from 'node:net'

/** A TCP port on loopback that was free a moment ago. Another program may still take it first. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  await listen(server, 0)
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('A TCP listener has no port')
  return address.port
}

/** Whether something listens on this port, on loopback or on every address. */
export async function isPortTaken(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
    const server = createServer()
    try {
      await listen(server, port, host)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE') return true
      // A machine without IPv6 has no such address to be taken.
      if (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL') throw error
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  }
  return false
}

function listen(server: ReturnType<typeof createServer>, port: number, host = '127.0.0.1') {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
}
