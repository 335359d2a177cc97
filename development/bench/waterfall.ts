import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { runProcess } from '@/lib/base/infra/run-process'
import { createCleanups } from './run/cleanups'
import { median } from './run/measure/median'
import { openBuyer, paymentHeaders, signPayments } from './run/measure/payments'
import { startChain } from './run/world/start-chain'
import { makeFolder, startInstance } from './run/world/start-our-site'

/**
 * Measures each wait of a lone payment: the round trips of the built site to its database and its chain, seen by a relay in
 * front of each, from the request to the answer and after it: `npm run bench -- waterfall`. Medians of what most payments
 * wait for.
 */
type Wait = { what: string; from: number; to: number }

const PAYMENTS = 80
const AFTER_MS = 40
const waits: Wait[] = []

await runProcess(async () => {
  const cleanups = createCleanups()
  try {
    await measure(cleanups.add)
  } finally {
    await cleanups.run()
  }
})
process.exit()

async function measure(onEnd: (end: () => unknown) => void): Promise<void> {
  const chain = await startChain({ onEnd })
  const folder = makeFolder({ onEnd })
  const database = await startEmbeddedDatabase({ dataDir: `${folder}/db` })
  onEnd(database.stop)
  await deployMigrations(database.url)
  const server = await startInstance(
    {
      ...{ folder, databasePid: database.pid },
      databaseUrl: await relay(database.url, watchStatements, onEnd),
      chain: { ...chain, evmRpcUrl: await relay(chain.evmRpcUrl, watchCalls, onEnd) },
    },
    { onEnd },
  )
  const buyer = await openBuyer(server)
  const payments = await signPayments(server, [buyer], PAYMENTS + 20)
  const seen: Wait[][] = []
  for (const payment of payments) {
    await sleep(AFTER_MS)
    waits.length = 0
    const sentAt = performance.now()
    const answer = await fetch(server.url, { headers: paymentHeaders(payment) })
    await answer.text()
    if (answer.status !== 200) throw new Error(`A payment was answered ${answer.status}.`)
    const whole = { what: 'the whole request', from: sentAt, to: performance.now() }
    await sleep(AFTER_MS)
    const own = [whole, ...waits.toSorted((a, b) => a.from - b.from)]
    seen.push(own.map(({ what, from, to }) => ({ what, from: from - sentAt, to: to - sentAt })))
  }
  tell(seen.slice(20))
}

function tell(seen: Wait[][]): void {
  const names = [...new Set(seen.flatMap((own) => own.map(({ what }) => what)))]
  const rows = names.flatMap((name) => {
    const found = seen.flatMap((own) => own.find(({ what }) => what === name) ?? [])
    const middle = (of: (wait: Wait) => number) => median(found.map(of))
    const row = { name, from: middle(({ from }) => from), to: middle(({ to }) => to), ms: middle(lengthOf) }
    return found.length > seen.length / 2 ? [row] : []
  })
  console.log('\n| from ms | to ms | ms | |\n| ---: | ---: | ---: | --- |')
  for (const { name, from, to, ms } of rows.toSorted((a, b) => a.from - b.from))
    console.log(`| ${from.toFixed(1)} | ${to.toFixed(1)} | ${ms.toFixed(1)} | ${name} |`)
}

function lengthOf({ from, to }: Wait): number {
  return to - from
}

/** Gets what one side sends on a connection, and may add to `waits` when the other has answered. */
type Watch = () => { sent: (bytes: Buffer) => void; answered: (bytes: Buffer) => void }

/** The address of a relay to the same server. */
async function relay(address: string, watch: Watch, onEnd: (end: () => unknown) => void): Promise<string> {
  const url = new URL(address)
  const [port, host] = [Number(url.port), url.hostname]
  const server = createServer({ noDelay: true }, (near: Socket) => {
    const far = connect({ port, host, noDelay: true })
    const { sent, answered } = watch()
    near.on('data', (bytes) => (sent(bytes), far.write(bytes))).on('close', () => far.destroy())
    far.on('data', (bytes) => (answered(bytes), near.write(bytes))).on('close', () => near.destroy())
    for (const end of [near, far]) end.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onEnd(() => server.close())
  url.port = String((server.address() as { port: number }).port) // Listens on a port.
  url.hostname = '127.0.0.1'
  return url.href.replace(/\/$/, '')
}

function watchCalls(): ReturnType<Watch> {
  let open: Wait | null = null
  return {
    sent(bytes) {
      const methods = bytes.toString('latin1').matchAll(/"method":"(\w+)"/g)
      const what = `chain: ${[...new Set([...methods].map(([, method]) => method))].join(' + ')}`
      open ??= { what, from: performance.now(), to: 0 }
    },
    answered() {
      if (open) waits.push({ ...open, to: performance.now() })
      open = null
    },
  }
}

/** Statements are known by the first table that they write, else read; prepared ones by what they were named for. */
function watchStatements(): ReturnType<Watch> {
  const names = new Map<string, string>()
  let open: Wait | null = null
  let isStarted = false
  return {
    sent(bytes) {
      for (const { kind, body } of isStarted ? messagesIn(bytes) : []) {
        const [first = '', second = ''] = body.toString('latin1').split('\0')
        if (kind === 'P') names.set(first, second)
        const text = kind === 'B' ? names.get(second) : kind === 'Q' ? first : undefined
        if (text !== undefined) open ??= { what: `database: ${nameOf(text)}`, from: performance.now(), to: 0 }
      }
      isStarted = true
    },
    answered(bytes) {
      // Ready for the next statement.
      if (!open || bytes.at(-6) !== 'Z'.charCodeAt(0)) return
      waits.push({ ...open, to: performance.now() })
      open = null
    },
  }
}

function* messagesIn(bytes: Buffer) {
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    yield {
      kind: String.fromCharCode(bytes[at] ?? 0),
      body: bytes.subarray(at + 5, at + 1 + bytes.readUInt32BE(at + 1)),
    }
  }
}

function nameOf(text: string): string {
  const written = [
    ...text.matchAll(/(?:INSERT INTO|UPDATE(?! SET)|DELETE FROM)\s+"?(?:public"?\.)?"?(\w+)|(facilitator_reserve)/g),
  ]
  const tables = new Set(written.map(([, table, reserve]) => table ?? reserve))
  return tables.size > 0 ? `writes ${[...tables].join(', ')}` : text.replace(/\s+/g, ' ').slice(0, 70)
}
