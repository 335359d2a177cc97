import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Application } from '@/lib/compose/application'
import type { Database, Prisma } from '@/lib/infra/database'

/** Kills this process as a power cut would. Never returns. */
export function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}

/** Moments in the life of a payment at which a test's process ends itself. */
export const killPoints = {
  claimed: ({ gate }) => void (gate.ports.facilitator.verify = die),
  // The route of that name does it.
  handler: () => {},
  'before settling': ({ gate }) => void (gate.ports.facilitator.settle = die),
  settling: ({ gate }) => {
    gate.ports.facilitator.settle = async (_payload, _requirements, note) => {
      await note?.write()
      return die()
    }
  },
  'transaction stored': () => {},
  'transaction sent': () => {},
  'settlement known': (application) => onStatement(application, /SET status = 'settled'/, 'before'),
  settled: (application) => onStatement(application, /SET status = 'settled'/, 'after'),
  'answer sent': (application) => onStatement(application, /SET delivered_at = now\(\)/, 'before'),
  'before charging': (application) => onStatement(application, /SET charged_atomic/, 'before'),
  'step charged': (application) => onStatement(application, /charged_atomic \+ held\.step/, 'after'),
  charged: (application) => onStatement(application, /SET charged_atomic/, 'after'),
  'before spent at zero': (application) => onStatement(application, /SET status = 'spent_zero'/, 'before'),
  'spent at zero': (application) => onStatement(application, /SET status = 'spent_zero'/, 'after'),
  'unknown, and landed': (application) => {
    const { facilitator } = application.gate.ports
    const settle = facilitator.settle
    facilitator.settle = async (...payment) => {
      await settle(...payment)
      return { kind: 'unknown', reason: 'timeout' }
    }
    onStatement(application, /SET status = 'unknown'/, 'after')
  },
  'unknown, and never sent': (application) => {
    application.gate.ports.facilitator.settle = async () => ({ kind: 'unknown', reason: 'timeout' })
    onStatement(application, /SET status = 'unknown'/, 'after')
  },
} satisfies Record<string, (application: Application) => void>

export type KillPoint = keyof typeof killPoints

/** The node's address as the process shall know it: through a proxy that ends it at the sending of a transaction. */
export async function deadlyRpcUrl(rpcUrl: string, point: string | undefined): Promise<string> {
  if (point !== 'transaction stored' && point !== 'transaction sent') return rpcUrl
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await text(incoming)
      const isSending = body.includes('"eth_sendRawTransaction"')
      if (isSending && point === 'transaction stored') await die()
      const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      const sent = await answer.text()
      if (isSending) await die()
      outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(sent)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type When = 'before' | 'after'
type Call = (...args: unknown[]) => Promise<unknown>

const onStatement = (application: Application, statement: RegExp, when: When) =>
  intercept(application, ['$executeRaw', '$queryRaw'], when, (args) => statement.test(statementText(args)))

/** The words of a raw statement, whether it came as a template or built before. */
function statementText([first, ...values]: unknown[]): string {
  if (!Array.isArray(first)) return (first as Prisma.Sql).sql
  const parts = values.map((value) => (value instanceof Object && 'sql' in value ? String(value.sql) : '?'))
  return first.map((text, index) => `${text}${parts[index] ?? ''}`).join('')
}

function intercept({ gate }: Application, methods: string[], when: When, isIt: (args: unknown[]) => boolean): void {
  const real = gate.database
  const deadly =
    (call: Call): Call =>
    async (...args) => {
      if (!isIt(args)) return call(...args)
      if (when === 'after') await call(...args)
      return die()
    }
  gate.database = new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const bound = value.bind(target) as Call
      return methods.includes(String(name)) ? deadly(bound) : bound
    },
  }) as Database
}
