import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Database, Prisma } from '@/lib/base/infra/database'
import type { Application } from '@/lib/site/compose/application'

/** Ends the site at once, and never returns. */
export type Die = () => Promise<never>

/** Kills this process as a power cut would. */
export const killProcess: Die = () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}

/** Moments in the life of a payment at which a test's site ends itself. */
export const killPoints = {
  claimed: ({ gate }, die) => void (gate.ports.facilitator.verify = die),
  // The route of that name does it.
  handler: () => {},
  'before settling': ({ gate }, die) => void (gate.ports.facilitator.settle = die),
  settling: ({ gate }, die) => {
    gate.ports.facilitator.settle = async (_payment, note) => {
      await note?.write()
      return die()
    }
  },
  'transaction stored': () => {},
  'transaction sent': () => {},
  'settlement known': (application, die) => onStatement(application, /SET status = 'settled'/, 'before', die),
  settled: (application, die) => onStatement(application, /SET status = 'settled'/, 'after', die),
  'answer sent': (application, die) => onStatement(application, /SET delivered_at = now\(\)/, 'before', die),
  'before charging': (application, die) => onStatement(application, /SET charged_atomic/, 'before', die),
  'step charged': (application, die) => onStatement(application, /charged_atomic \+ held\.step/, 'after', die),
  charged: (application, die) => onStatement(application, /SET charged_atomic/, 'after', die),
  'before spent at zero': (application, die) => onStatement(application, /SET status = 'spent_zero'/, 'before', die),
  'spent at zero': (application, die) => onStatement(application, /SET status = 'spent_zero'/, 'after', die),
  'unknown, and landed': (application, die) => {
    const { facilitator } = application.gate.ports
    const settle = facilitator.settle
    facilitator.settle = async (...payment) => {
      await settle(...payment)
      return { kind: 'unknown', reason: 'timeout' }
    }
    onStatement(application, /SET status = 'unknown'/, 'after', die)
  },
  'unknown, and never sent': (application, die) => {
    application.gate.ports.facilitator.settle = async () => ({ kind: 'unknown', reason: 'timeout' })
    onStatement(application, /SET status = 'unknown'/, 'after', die)
  },
} satisfies Record<string, (application: Application, die: Die) => void>

export type KillPoint = keyof typeof killPoints

/** A route to the node that sees the sending of a transaction, and can be shut. */
export type NodeWay = { url: string; shut: () => void; stop: () => Promise<void> }

export async function openNodeWay(rpcUrl: string, point: string | undefined, die: Die): Promise<NodeWay> {
  let isShut = false
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await text(incoming)
      // The caller is dead: it gets no answer any more.
      if (isShut) return
      const isSending = body.includes('"eth_sendRawTransaction"')
      if (isSending && point === 'transaction stored') await die()
      const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      const sent = await answer.text()
      if (isSending && point === 'transaction sent') await die()
      outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(sent)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut: () => void (isShut = true),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type When = 'before' | 'after'
type Call = (...args: unknown[]) => Promise<unknown>

/** Makes a site's gate do that too, before or after each such statement. */
export function onStatement({ gate }: Application, statement: RegExp, when: When, act: () => Promise<unknown>): void {
  const real = gate.database
  const deadly =
    (call: Call): Call =>
    async (...args) => {
      const isMeant = statement.test(statementText(args))
      if (isMeant && when === 'before') await act()
      const answer = await call(...args)
      if (isMeant && when === 'after') await act()
      return answer
    }
  gate.database = new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const bound = value.bind(target) as Call
      return ['$executeRaw', '$queryRaw'].includes(String(name)) ? deadly(bound) : bound
    },
  }) as Database
}

/** The text of a raw statement, whether it came as a template or was built before. */
function statementText([first, ...values]: unknown[]): string {
  if (!Array.isArray(first)) return (first as Prisma.Sql).sql
  const parts = values.map((value) => (value instanceof Object && 'sql' in value ? String(value.sql) : '?'))
  return first.map((text, index) => `${text}${parts[index] ?? ''}`).join('')
}
