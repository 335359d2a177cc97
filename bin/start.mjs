#!/usr/bin/env node
// What `npm start` runs: the built site at PORT (4021 unless set) and HOSTNAME (every address unless set).
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

if (!existsSync('.next/BUILD_ID')) refuse('it is not built yet; run npm run build first')
const port = process.env.PORT?.trim() || '4021'
if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) refuse('PORT must be a whole number from 0 to 65535')
// Shells and containers set HOSTNAME to the machine's own name, which nobody meant as an address to listen at.
const named = process.env.HOSTNAME?.trim()
const host = named && named !== hostname() ? named : undefined
const problem = await findListenProblem(Number(port), host)
if (problem) refuse(problem)

// The site ends by itself, in order: Next.js would cut connections whose request it has not read yet.
process.env.NEXT_MANUAL_SIG_HANDLE = '1'
// Longer than proxies keep theirs, so that none sends a request on a connection that is just being closed.
const kept = ['--keepAliveTimeout', '75000']
process.argv.splice(2, 0, 'start', '-p', port, ...(host ? ['-H', host] : []), ...kept)
await import(createRequire(import.meta.url).resolve('next/dist/bin/next'))

/** Why nothing can listen there, in words; null when something can. */
function findListenProblem(port, host) {
  const where = `port ${port}${host ? ` of ${host}` : ''}`
  const words = {
    EADDRINUSE: `${where} is taken by another program; stop it, or set PORT to a free one`,
    EACCES: `only root may listen at ${where}; set PORT to 1024 or more, or put a proxy in front`,
    EADDRNOTAVAIL: `HOSTNAME is ${host}, which is no address of this machine; unset it to listen at every address`,
    ENOTFOUND: `HOSTNAME is ${host}, which is not known; unset it to listen at every address`,
  }
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code, message }) => resolve(words[code] ?? `${where} cannot be used (${message})`))
    server.listen({ port, host }, () => server.close(() => resolve(null)))
  })
}

function refuse(why) {
  process.stderr.write(`Turnpike cannot start: ${why}.\n`)
  process.exit(1)
}
