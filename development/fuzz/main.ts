import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { runProcess } from '@/lib/base/infra/run-process'
import { listSurfaces } from '../checks/list-surfaces'
import { startDemoProcess } from '../demo/demo-process'
import { type FuzzRequest, requestsTo } from './requests'

const AT_ONCE = 24
const HANG_MS = 30_000
/** Line ends would end the header; everything else is sent unchanged. */
const oneLine = (text: string) => text.replaceAll(/[\r\n]/g, ' ')

/**
 * `npx tsx development/fuzz/main.ts [--requests 50000] [--seed 1] [--path <from a report>] [--origin <running site>]`
 * Malformed requests to every surface. A 5xx fails, except a 503 with Retry-After, and so does no answer in 30 seconds;
 * fast-check prints the smallest requests that fail, and the path that repeats them. Without an origin it starts a demo,
 * and also reads its log.
 */
await runProcess(async () => {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '50000' },
      seed: { type: 'string', default: '1' },
      path: { type: 'string' },
      origin: { type: 'string' },
    },
  })
  const site = values.origin ? { origin: values.origin, end: async () => [] } : await startSite()
  const counts: Record<string, number> = {}
  const request = requestsTo(listSurfaces(), await readTerms(site.origin))
  const requests = fc.array(request, { minLength: 1, maxLength: AT_ONCE, size: 'max' })
  const property = fc.asyncProperty(requests, async (group) => {
    const answers = await Promise.all(group.map((request) => sendRaw(new URL(site.origin), request)))
    for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
    return !answers.some((answer) => answer === 'hang' || answer === 'refused' || /^5\d\d$/.test(answer))
  })
  const numRuns = Math.ceil(Number(values.requests) / (AT_ONCE / 2))
  const path = values.path === undefined ? {} : { path: values.path }
  const result = await fc.check(property, { seed: Number(values.seed), numRuns, ...path })
  const unhandled = await site.end()
  if (result.failed) console.log(fc.defaultReportMessage(result))
  for (const line of unhandled) console.log(`In the log: ${line}`)
  console.log(`Seed ${values.seed}: ${JSON.stringify(counts)}`)
  process.exitCode = result.failed || unhandled.length > 0 ? 1 : 0
})
process.exit()

/** A challenge of the site, to make payments from. */
async function readTerms(origin: string): Promise<{ accepts: unknown[] }> {
  const header = (await fetch(`${origin}/weather`)).headers.get('payment-required') ?? ''
  return JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as { accepts: unknown[] } // The site's own.
}

async function startSite() {
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-fuzz-'))
  const demo = await startDemoProcess(dataDir)
  const end = async () => {
    await demo.stop()
    const log = readFileSync(join(dataDir, 'site.log'), 'utf8')
    rmSync(dataDir, { recursive: true, force: true })
    return log.split('\n').filter(isUnhandled).slice(0, 100)
  }
  return { origin: demo.origin, end }
}

/** Our own logger's errors, and the framework's line for an uncaught one. */
function isUnhandled(line: string): boolean {
  return /⨯|unhandled|uncaught/i.test(line) || (line.startsWith('{') && line.includes('"level":"error"'))
}

/** The class of the answer, `503 later`, `closed` without one as HTTP parsers do, `refused` or `hang`. */
function sendRaw(origin: URL, request: FuzzRequest): Promise<string> {
  return new Promise((resolve) => {
    let head = ''
    const socket = connect({ host: origin.hostname, port: Number(origin.port), timeout: HANG_MS })
    const end = (outcome: string) => {
      socket.destroy()
      resolve(outcome)
    }
    const isHeadRead = () => head.includes('\r\n\r\n')
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      if (!isHeadRead()) head += chunk
      // A stream never ends.
      if (isHeadRead() && /\r\ncontent-type: text\/event-stream/i.test(head)) end(classOf(head))
    })
    socket.on('close', () => end(classOf(head)))
    socket.on('timeout', () => end(isHeadRead() ? classOf(head) : 'hang'))
    socket.on('error', (error: NodeJS.ErrnoException) => end(error.code === 'ECONNREFUSED' ? 'refused' : classOf(head)))
    socket.write(toBytes(request, origin.host))
  })
}

function classOf(head: string): string {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
  if (status === 0) return 'closed'
  if (status === 503 && /\r\nretry-after:/i.test(head)) return '503 later'
  return status >= 500 ? String(status) : `${Math.floor(status / 100)}xx`
}

function toBytes({ method, target, headers, body }: FuzzRequest, host: string): Buffer {
  const payload = Buffer.from(body)
  const lines = [
    `${oneLine(method)} ${oneLine(target).replaceAll(' ', '%20')} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${oneLine(value)}`),
    ...(payload.length > 0 ? [`Content-Length: ${payload.length}`] : []),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), payload])
}
