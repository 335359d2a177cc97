import { expect, test } from 'vitest'
import { parseServerEnv } from './env'
import { createLogger, createRedact, redactOutput, secretsOf } from './logger'
import { inRequest } from './request-scope'

function capture() {
  const lines: string[] = []
  const log = createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } })
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> }
}

test('writes one JSON line with level, time and request id', () => {
  const { log, last } = capture()
  const scope = { requestId: 'r-1', hasMissedDatabase: false }
  inRequest(scope, () => log.info({ route: 'GET /weather' }, 'settled'))
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

const bytes = (count: number) => Buffer.from(Array.from({ length: count }, (_, index) => (index * 37 + 11) % 256))
const token = bytes(32).toString('base64url')

test.each([
  ['a seller key', `tps_${token}`],
  ['a facilitator key', `tpk_${token}`],
  ['the key of a webhook', `whsec_${bytes(32).toString('base64')}`],
  ['a bearer token', token, `authorization: Bearer ${token}`],
  ['a session', token, `cookie: turnpike-session=${token}; theme=dark`],
  ['a session over https', token, `__Host-turnpike-session=${token}`],
  ['a payment', Buffer.from(JSON.stringify({ x402Version: 2, payload: { signature: token } })).toString('base64')],
  ['a Solana key', '4'.repeat(88)],
  ['an Algorand key', bytes(64).toString('base64')],
  ['an EVM signature', bytes(65).toString('hex'), `0x${bytes(65).toString('hex')}`],
  ['the key in an RPC address', token, `https://base-mainnet.example/v2/${token}`],
  ['the key in the query of an RPC address', token, `https://rpc.example/?api-key=${token}&x=1`],
])('never lets out %s, in a field, a message, an error or a key', (_what, secret, text = secret) => {
  const { log, lines } = capture()
  log.info({ deeply: { nested: { fields: { of: { any: [text] } } } }, [text]: 1 }, `seen ${text} there`)
  log.fault('failed', new Error(`"${text}"`, { cause: new Error(text) }))
  expect(lines).toHaveLength(2)
  expect(lines.join()).not.toContain(secret)
  for (const line of lines) expect(JSON.parse(line)).toBeTypeOf('object')
})

test('never lets out what is configured as secret, whatever its shape, on the log or beside it', () => {
  const [hexKey, solanaKey] = [bytes(32).toString('hex'), '5'.repeat(87)]
  const env = parseServerEnv({
    DATABASE_URL: 'postgresql://turnpike:the-password-of-it@127.0.0.1/turnpike',
    TURNPIKE_SECRET: 'a secret of plain words, long enough to be taken',
    TURNPIKE_PREVIOUS_SECRETS: 'an earlier secret of plain words',
    FACILITATOR_KEYS: `0x${hexKey},${solanaKey}`,
    EVM_RPC_URLS_8453: 'https://rpc.example/some/odd-key/place,https://rpc.example/v2/ODDKEY123?apikey=odd-query-key',
    AVM_INDEXER_URL_TESTNET: 'https://indexer.example/another/odd-key',
    FACILITATOR_URLS: 'https://facilitator.example bearer token-of-ours',
  })
  const redact = createRedact(secretsOf(env))
  const text = [
    env.databaseUrl,
    env.secret,
    env.previousSecrets,
    hexKey,
    hexKey.toUpperCase().toLowerCase(),
    solanaKey,
    env.rpcUrls['eip155:8453']?.join(' '),
    Object.values(env.indexerUrls),
    JSON.stringify(env.facilitators),
  ].join(' ')
  const printed: string[] = []
  const stream = { write: (chunk: string) => printed.push(chunk) > 0 } as unknown as NodeJS.WriteStream
  redactOutput(redact, [stream])
  stream.write(text)
  stream.write(Buffer.from(text))
  createLogger({ level: 'info', redact, destination: stream }).info(text)
  expect(printed).toHaveLength(3)
  const secrets = [
    'password-of-it',
    'secret of plain',
    'earlier secret',
    hexKey,
    solanaKey,
    'odd-key',
    'ODDKEY',
    'token-of',
  ]
  for (const secret of secrets) expect(printed.join()).not.toContain(secret)
  expect(printed.join()).toContain('https://rpc.example/')
})

test('keeps transaction hashes and addresses readable', () => {
  const { log, last } = capture()
  const transaction = `0x${'cd'.repeat(32)}`
  log.info({ transaction }, `settled ${transaction}`)
  expect(last()).toMatchObject({ transaction, msg: `settled ${transaction}` })
  // Of Solana a transaction has the form of a signature: only the field tells them apart.
  const ofSolana = '5'.repeat(88)
  log.info({ transaction: ofSolana, other: ofSolana }, 'payment')
  expect(last()).toMatchObject({ transaction: ofSolana, other: '[redacted]' })
})

test('gives a fault the reference that a person is shown', () => {
  const { log, last } = capture()
  const reference = log.fault('The gate failed', new Error('no chain'), { routeKey: 'GET /a' })
  expect(reference).toMatch(/^[0-9a-f-]{36}$/)
  expect(last()).toMatchObject({ reference, routeKey: 'GET /a', err: { message: 'no chain' } })
})

test('tells of a database that is away without a stack', () => {
  const away = Object.assign(new Error("Invalid `findMany()`:\n\nCan't reach database server"), { code: 'P1001' })
  const { log, last } = capture()
  log.warn({ err: away }, 'A shop could not be read')
  expect(last().err).toEqual({ type: 'Error', message: "Can't reach database server", code: 'P1001' })
})
