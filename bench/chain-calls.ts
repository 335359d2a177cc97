import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PaymentRequired } from '@x402/core/types'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { buildSite } from '@/development/demo/build-site'
import { demoEnv } from '@/development/demo/demo-env'
import { startSite } from '@/development/demo/start-site'
import { startDevnet } from '@/development/devnet/start-devnet'
import { findFreePort } from '@/development/free-port'
import { deployMigrations } from '@/lib/processes/database/deploy-migrations'
import { encodeHeader } from '@/lib/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import { seed } from '@/prisma/seed'
import { createStockBuyer } from '@/testing/stock-buyer'
import { runLoad } from './facilitator/run-load'

/**
 * What a paid GET of the built site asks of the EVM node: every JSON-RPC call, in order, for one payment; then calls,
 * HTTP requests, transactions and CPU per payment with several buyers at once.
 * Run: node --import tsx bench/chain-calls.ts [--at-once 1,20,200] [--payments 200]
 */
const { values } = parseArgs({
  options: { 'at-once': { type: 'string', default: '1,20,200' }, payments: { type: 'string', default: '200' } },
})

const callSchema = z.object({ method: z.string() })
type Post = { at: number; endedAt: number; methods: string[] }

const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
try {
  await buildSite()
  const devnet = await startDevnet({ dataDir: join(folder, 'devnet'), ports: 'free' })
  cleanups.push(devnet.stop)
  const database = await startEmbeddedDatabase({ dataDir: join(folder, 'db'), isDurable: true })
  cleanups.push(database.stop)
  await deployMigrations(database.url)
  const proxy = await startCountingProxy(devnet.evmRpcUrl)
  cleanups.push(proxy.stop)
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const networks = { ...devnet, evmRpcUrl: proxy.url }
  const env = await demoEnv({ origin, databaseUrl: database.url, devnet: networks, dataDir: folder, isDev: false })
  await seed(env)
  const logFile = join(folder, 'site.log')
  const site = await startSite({ port, isDev: false, env, logFile, onStart: () => {} })
  cleanups.push(site.stop)
  const url = `${origin}/weather`

  const challenge = await fetch(url)
  const terms = JSON.parse(atob(challenge.headers.get('payment-required') ?? '')) as PaymentRequired // Our own site's.
  const accepts = terms.accepts.filter(({ network }) => network === BASE_SEPOLIA)
  const buyers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const key = generatePrivateKey()
      await devnet.fund({ network: BASE_SEPOLIA, address: privateKeyToAccount(key).address })
      return createStockBuyer({ evm: { key, rpcUrl: devnet.evmRpcUrl } })
    }),
  )
  const sign = async (count: number) => {
    const tasks: (() => Promise<boolean>)[] = []
    while (tasks.length < count) {
      const payload = await buyers[tasks.length % buyers.length]?.signTerms({ ...terms, accepts })
      const headers = { 'payment-signature': encodeHeader(payload ?? {}) }
      tasks.push(async () => {
        const response = await fetch(url, { headers })
        const body = await response.text()
        if (response.status !== 200) console.error(response.status, body.slice(0, 300))
        return response.status === 200
      })
    }
    return tasks
  }
  await runLoad(await sign(100), 20)
  await runLoad(await sign(100), 1)

  console.log('One payment, alone:')
  for (let time = 0; time < 3; time += 1) {
    const [task] = await sign(1)
    proxy.posts.length = 0
    const startedAt = performance.now()
    await task?.()
    const took = performance.now() - startedAt
    for (const { at, endedAt, methods } of proxy.posts) {
      console.log(
        `  ${(at - startedAt).toFixed(1).padStart(6)} ms  +${(endedAt - at).toFixed(1)} ms  ${methods.join(' + ')}`,
      )
    }
    console.log(`  ${took.toFixed(1).padStart(6)} ms  answered`)
  }

  for (const atOnce of values['at-once'].split(',').map(Number)) {
    const count = Number(values.payments)
    const tasks = await sign(count)
    proxy.posts.length = 0
    const [cpu, sockets] = [cpuMs(site.pid), proxy.sockets()]
    const load = await runLoad(tasks, atOnce)
    const spent = cpuMs(site.pid) - cpu
    const calls = new Map<string, number>()
    for (const method of proxy.posts.flatMap(({ methods }) => methods)) calls.set(method, (calls.get(method) ?? 0) + 1)
    const each = (number: number) => (number / count).toFixed(2)
    console.log(
      `${atOnce} at a time: ${load.perSecond.toFixed(1)}/s, p50 ${load.p50Ms.toFixed(0)} ms, p99 ${load.p99Ms.toFixed(0)} ms, ` +
        `${load.failures} failed, ${each(spent)} ms CPU; per payment ${each(proxy.posts.length)} requests, ` +
        `${proxy.sockets() - sockets} sockets opened`,
    )
    for (const [method, number] of calls) console.log(`  ${each(number).padStart(6)}  ${method}`)
  }
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup()
}
process.exit()

/** User and system time of a process so far. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function startCountingProxy(target: string) {
  const posts: Post[] = []
  let sockets = 0
  const agent = new Agent({ keepAlive: true })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const parsed: unknown = JSON.parse(body.toString())
      const methods = z
        .array(callSchema)
        .parse([parsed].flat())
        .map(({ method }) => method)
      const post = { at: performance.now(), endedAt: 0, methods }
      posts.push(post)
      const headers = { 'content-type': 'application/json', 'content-length': body.length }
      const onward = httpRequest(target, { method: 'POST', agent, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        answer.on('end', () => (post.endedAt = performance.now()))
      })
      onward.end(body)
    })
  })
  server.keepAliveTimeout = 60_000
  server.on('connection', () => (sockets += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // It listens on a port.
  return {
    url: `http://127.0.0.1:${port}`,
    posts,
    sockets: () => sockets,
    stop: () => server.closeAllConnections(),
  }
}
