#!/usr/bin/env node
// The site's server, which `npm start`, the demo and a release run: at PORT (4021 unless set) and HOSTNAME (every
// address unless set). A custom server of Next.js: its hook (instrumentation.ts) opens the application and leaves in one
// place (lib/base/infra/process.ts) how to answer: what programs ask for directly, the rest by the framework.
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import next from 'next'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const dev = process.argv.includes('--dev')
if (!dev && !existsSync('.next/BUILD_ID')) refuse('it is not built yet; run npm run build first')
process.env.NODE_ENV = dev ? 'development' : 'production'
// The configuration as it was built. From next.config.ts the framework would load a compiler, which then stays in memory.
if (!dev) {
  const { config } = JSON.parse(readFileSync('.next/required-server-files.json', 'utf8'))
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
}
const port = process.env.PORT?.trim() || '4021'
if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) refuse('PORT must be a whole number from 0 to 65535')
// Shells and containers set HOSTNAME to the machine's own name, which nobody meant as an address to listen at.
const named = process.env.HOSTNAME?.trim()
const host = named && named !== hostname() ? named : undefined

// Longer than proxies keep theirs, so that none sends a request on a connection that is just being closed.
const keepAliveTimeout = Number(process.env.KEEP_ALIVE_TIMEOUT ?? 75_000)
// What this process asks of itself while the parts open waits for them, and so does who meets a port that was chosen here.
let ready = () => {}
const answering = new Promise((resolve) => (ready = resolve))
const server = createServer({ keepAliveTimeout }, (...asked) => void answering.then((answer) => answer(...asked)))
server.on('error', ({ code, message }) => refuse(whyNot(code, message)))
// Whether it may listen there is known at once. It does so for others when it can answer: a balancer that finds the port
// open gives it requests.
await listen(port)
const chosen = server.address().port
if (port !== '0') await new Promise((closed) => server.close(closed))

// Filled by lib/base/http/open-server.ts, once the framework's hook has opened the application.
const opened = new Promise((open) => {
  globalThis.turnpike = new Map([['server', { open }]])
})
const app = next({ dev, turbopack: dev, hostname: 'localhost', port: chosen, httpServer: server })
// The framework writes a line of text here; in production each line of the log is JSON.
const { log } = console
if (!dev) console.log = () => {}
await app.prepare()
console.log = log
const serve = await opened
if (!dev) for (const stream of [process.stdout, process.stderr]) writeJson(stream)
ready(serve(server, app.getRequestHandler()))
if (!server.listening) await listen(chosen)

async function listen(at) {
  server.listen({ port: at, host })
  await once(server, 'listening')
}

/** Writes what the framework prints as lines of JSON, as the log is. A database that is away is no fault to look for. */
function writeJson(stream) {
  const write = stream.write.bind(stream)
  stream.write = (chunk, ...rest) => {
    const text = stripVTControlCharacters(Buffer.from(chunk).toString('utf8')).trim()
    if (text.startsWith('{')) return write(chunk, ...rest)
    const isAway = /\bP1001\b|Can't reach database server|Connection terminated|Code: `(57P|08)/.test(text)
    const [level, msg] = isAway ? ['warn', text.replaceAll(/\n\s+at .*/g, '')] : ['error', text]
    const line = { level, time: new Date().toISOString(), service: 'turnpike', msg }
    return write(text && `${JSON.stringify(line)}\n`, ...rest)
  }
}

/** Why nothing can listen there, in words. */
function whyNot(code, message) {
  const where = `port ${port}${host ? ` of ${host}` : ''}`
  const words = {
    EADDRINUSE: `${where} is taken by another program; stop it, or set PORT to a free one`,
    EACCES: `only root may listen at ${where}; set PORT to 1024 or more, or put a proxy in front`,
    EADDRNOTAVAIL: `HOSTNAME is ${host}, which is no address of this machine; unset it to listen at every address`,
    ENOTFOUND: `HOSTNAME is ${host}, which is not known; unset it to listen at every address`,
  }
  return words[code] ?? `${where} cannot be used (${message})`
}

function refuse(why) {
  process.stderr.write(`Turnpike cannot start: ${why}.\n`)
  process.exit(1)
}
