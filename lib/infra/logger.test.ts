import { expect, test } from 'vitest'
import { createLogger, requestLogger } from './logger'

function capture() {
  const lines: string[] = []
  const log = createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } })
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> }
}

test('writes one JSON line with level, time and request id', () => {
  const { log, last } = capture()
  requestLogger(log, 'r-1').info({ route: 'GET /weather' }, 'settled')
  expect(last()).toMatchObject({ level: 'info', requestId: 'r-1', route: 'GET /weather', msg: 'settled' })
  expect(Date.parse(String(last().time))).not.toBeNaN()
})

test.each([
  [{ signature: 'SECRET' }],
  [{ payment: { nonce: 'SECRET' } }],
  [{ headers: { 'payment-signature': 'SECRET', 'sign-in-with-x': 'SECRET' } }],
  [{ request: { headers: { cookie: 'SECRET' } } }],
  [{ body: { paymentPayload: { payload: { signature: 'SECRET' } } } }],
  [{ env: { facilitatorKeys: { evm: ['SECRET'] } } }],
])('withholds secrets in %j', (fields) => {
  const { log, lines } = capture()
  log.info(fields, 'seen')
  expect(lines.join()).toContain('[redacted]')
  expect(lines.join()).not.toContain('SECRET')
})

test('takes secrets out of the messages of errors and their causes', () => {
  const { log, lines, last } = capture()
  const key = `0x${'ab'.repeat(65)}`
  const cause = new Error(`connect postgresql://turnpike:hunter22@127.0.0.1/turnpike`)
  log.error({ err: new Error(`bad signature ${key}`, { cause }) }, 'failed')
  expect(lines.join()).not.toContain(key)
  expect(lines.join()).not.toContain('hunter22')
  expect(last().err).toMatchObject({ message: 'bad signature [redacted]', cause: { type: 'Error' } })
})

test('keeps transaction hashes and addresses readable', () => {
  const { log, last } = capture()
  const transaction = `0x${'cd'.repeat(32)}`
  log.info({ transaction }, `settled ${transaction}`)
  expect(last()).toMatchObject({ transaction, msg: `settled ${transaction}` })
})

test('gives a fault the reference that a person is shown', () => {
  const { log, last } = capture()
  const reference = log
    .child({ requestId: 'r-2' })
    .fault('The gate failed', new Error('no chain'), { routeKey: 'GET /a' })
  expect(reference).toMatch(/^[0-9a-f-]{36}$/)
  expect(last()).toMatchObject({ reference, requestId: 'r-2', routeKey: 'GET /a', err: { message: 'no chain' } })
})
