import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseServerEnv } from './env'
import { findOpenFiles } from './variables'

const secret = 'a'.repeat(32)
const minimal = { DATABASE_URL: 'postgresql://turnpike@127.0.0.1/turnpike', TURNPIKE_SECRET: secret }

test('reads lists and files RPC addresses under their networks', () => {
  const env = parseServerEnv({
    ...minimal,
    PUBLIC_ORIGIN: 'https://shop.example/',
    EVM_RPC_URLS_84532: 'http://127.0.0.1:8545, https://rpc.example',
    SVM_RPC_URL_DEVNET: 'http://127.0.0.1:8899',
    FACILITATOR_KEYS: `0x${'1'.repeat(64)},0x${'2'.repeat(64)}`,
    TURNPIKE_DEMO: '1',
  })
  expect(env).toMatchObject({
    publicOrigin: 'https://shop.example',
    isDemo: true,
    rpcUrls: {
      'eip155:84532': ['http://127.0.0.1:8545', 'https://rpc.example'],
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': ['http://127.0.0.1:8899'],
    },
  })
  expect(env.facilitatorKeys.evm).toHaveLength(2)
})

test('keeps the demo away from networks of real money', () => {
  const networks = { EVM_RPC_URLS_8453: 'https://rpc.example', EVM_RPC_URLS_10: 'https://rpc.example' }
  expect(() => parseServerEnv({ ...minimal, ...networks, TURNPIKE_DEMO: '1' })).toThrow(
    'Turnpike cannot start: TURNPIKE_DEMO=1 is only for test networks; set it to 0, or leave out eip155:8453, eip155:10.',
  )
  expect(parseServerEnv({ ...minimal, ...networks }).isDemo).toBe(false)
})

test('takes any EVM network, further assets, and a least amount for each network', () => {
  const token = `0x${'9a'.repeat(20)}`
  const env = parseServerEnv({
    ...minimal,
    EVM_RPC_URLS_10: 'https://rpc.example',
    CONFIRMATIONS: 'eip155:10=3, solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=finalized',
    GAS_LIMITS: 'eip155:10/maxFee=2000000000,eip155:10/dailyBudget=7',
    FACILITATOR_ASSETS: `eip155:10/${token}, eip155:8453/${token}/18`,
    FACILITATOR_MINIMUM_AMOUNT: '$0.01, eip155:10=$0.5',
  })
  expect(env.rpcUrls).toEqual({ 'eip155:10': ['https://rpc.example'] })
  expect(env.confirmations).toEqual({ 'eip155:10': 3, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 32 })
  expect(env.gas).toEqual({ 'eip155:10': { maxFee: 2_000_000_000n, dailyBudget: 7n } })
  expect(env.facilitatorAssets).toEqual([
    { network: 'eip155:10', address: token, decimals: 6 },
    { network: 'eip155:8453', address: token, decimals: 18 },
  ])
  expect(env.facilitatorAccess.minimum).toEqual({ everywhere: '$0.01', byNetwork: { 'eip155:10': '$0.5' } })
})

test('is open to all and asks for no least amount in the demo only, unless it is told to', () => {
  const access = (changes: object) => parseServerEnv({ ...minimal, ...changes }).facilitatorAccess
  expect(access({ TURNPIKE_DEMO: '1' })).toMatchObject({ isOpen: true, minimum: { everywhere: '$0' } })
  expect(access({})).toMatchObject({ isOpen: false, minimum: { everywhere: '$0.001' } })
  expect(access({ FACILITATOR_ACCESS: 'open' }).isOpen).toBe(true)
  expect(access({ TURNPIKE_DEMO: '1', FACILITATOR_ACCESS: 'keys' }).isOpen).toBe(false)
})

test('names every missing variable in one refusal', () => {
  expect(() => parseServerEnv({ TURNPIKE_SECRET: '' })).toThrow(
    'Turnpike cannot start: DATABASE_URL is missing (see docs/configuration.md); TURNPIKE_SECRET is missing (see docs/configuration.md).',
  )
})

test.each([
  ['PUBLIC_ORIGIN', 'shop.example'],
  ['PUBLIC_ORIGIN', 'https://shop.example/path'],
  ['DATABASE_URL', 'mysql://x'],
  ['TURNPIKE_SECRET', 'short'],
  ['TURNPIKE_PREVIOUS_SECRETS', `${secret},brief`],
  ['TURNPIKE_PREVIOUS_SECRETS', Array.from({ length: 6 }, () => secret).join()],
  ['TURNPIKE_DEMO', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['EVM_RPC_URLS_84532', 'http://ok.example,not-a-url'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector'],
  ['CONFIRMATIONS', 'eip155:8453=0'],
  ['CONFIRMATIONS', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1=processed'],
  ['GAS_LIMITS', 'eip155:8453/contractGas=lots'],
  ['GAS_LIMITS', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1/contractGas=1'],
  ['FACILITATOR_URLS', 'ours'],
  ['FACILITATOR_URLS', 'https://a.example bearer'],
  ['FACILITATOR_URLS', 'http://a.example bearer token'],
  ['FACILITATOR_URLS', 'https://a.example cdp id c2hvcnQ='],
  ['FACILITATOR_WALLET_FACTORIES', '0x1234'],
  ['FACILITATOR_ACCESS', 'closed'],
  ['FACILITATOR_ASSETS', 'eip155:10/0x1234'],
  ['FACILITATOR_ASSETS', `solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1/0x${'9a'.repeat(20)}`],
  ['FACILITATOR_ASSETS', 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe/1/99'],
  ['FACILITATOR_MINIMUM_AMOUNT', '0.5'],
  ['FACILITATOR_MINIMUM_AMOUNT', 'base=$1'],
  ['FACILITATOR_KEYS', '0x1234'],
  ['FACILITATOR_KEYS', 'l0O'],
  ['DEMO_PAY_TO', '0x12'],
  ['DEMO_PAY_TO', '0x000000000000000000000000000000000000dEaD'],
  ['DEMO_PAY_TO', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'],
])('refuses %s=%s by name, without repeating the value', (name, value) => {
  const parse = () => parseServerEnv({ ...minimal, [name]: value })
  expect(parse).toThrow(expect.objectContaining({ code: 'ENV_INVALID', message: expect.stringContaining(name) }))
  expect(parse).toThrow(expect.objectContaining({ message: expect.not.stringContaining(value) }))
})

test('takes the secrets before the current one as a list', () => {
  expect(parseServerEnv(minimal).previousSecrets).toEqual([])
  const previous = [`${secret} before`, `${secret} earlier`]
  expect(parseServerEnv({ ...minimal, TURNPIKE_PREVIOUS_SECRETS: previous.join(', ') }).previousSecrets).toEqual(
    previous,
  )
})

test('takes a secret from a file, but not from two places', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, `${secret}\n`)
  const withFile = { DATABASE_URL: minimal.DATABASE_URL, TURNPIKE_SECRET_FILE: file }
  expect(parseServerEnv(withFile).secret).toBe(secret)
  expect(() => parseServerEnv({ ...withFile, TURNPIKE_SECRET: secret })).toThrow(/not both/)
  expect(() => parseServerEnv({ ...withFile, TURNPIKE_SECRET_FILE: `${file}-no` })).toThrow(
    `${file}-no, the file in TURNPIKE_SECRET_FILE, cannot be read`,
  )
  chmodSync(file, 0o644)
  expect(findOpenFiles(['DATABASE_URL', 'TURNPIKE_SECRET'], withFile)).toEqual([
    { variable: 'TURNPIKE_SECRET_FILE', file },
  ])
  chmodSync(file, 0o600)
  expect(findOpenFiles(['TURNPIKE_SECRET'], withFile)).toEqual([])
  writeFileSync(file, ' \n')
  expect(() => parseServerEnv(withFile)).toThrow(`${file}, the file in TURNPIKE_SECRET_FILE, is empty`)
})

test('marks the address of a pooler, so that no statement stays prepared there', () => {
  const direct = 'postgresql://turnpike@127.0.0.1:5433/turnpike'
  expect(parseServerEnv({ ...minimal, DATABASE_DIRECT_URL: direct })).toMatchObject({
    databaseUrl: `${minimal.DATABASE_URL}?pgbouncer=true`,
    databaseDirectUrl: direct,
  })
})

test('takes an address of any network from a file, which may hold a key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'rpc')
  writeFileSync(file, 'https://rpc.example/v2/key\n')
  const env = parseServerEnv({ ...minimal, EVM_RPC_URLS_8453_FILE: file, EVM_RPC_URLS_10_FILE: file })
  expect(env.rpcUrls).toEqual({
    'eip155:8453': ['https://rpc.example/v2/key'],
    'eip155:10': ['https://rpc.example/v2/key'],
  })
})

test('lets only operators open shops on a real site by default', () => {
  const signUp = (more: Record<string, string>) => parseServerEnv({ ...minimal, ...more }).sellerSignUp
  expect(signUp({})).toBe('operators')
  expect(signUp({ TURNPIKE_DEMO: '1' })).toBe('open')
  for (const said of ['open', 'operators']) expect(signUp({ TURNPIKE_DEMO: '1', SELLER_SIGN_UP: said })).toBe(said)
  expect(() => signUp({ SELLER_SIGN_UP: 'everybody' })).toThrow('must be open or operators')
})

test('takes operators by plain address or by CAIP-10', () => {
  const address = `0x${'a'.repeat(40)}`
  const wallets = `${address},eip155:8453:${address},11111111111111111111111111111111`
  const env = parseServerEnv({ ...minimal, OPERATOR_WALLETS: wallets })
  expect(env.operatorWallets).toEqual([
    { address, scopes: ['evm'] },
    { address, scopes: ['evm', 'eip155:8453'] },
    { address: '1'.repeat(32), scopes: ['svm'] },
  ])
  for (const bad of ['0x12', `eip155:8453:${'1'.repeat(32)}`, `cosmos:hub:${address}`, 'nobody']) {
    expect(() => parseServerEnv({ ...minimal, OPERATOR_WALLETS: bad })).toThrow('OPERATOR_WALLETS')
  }
})

test('takes a mail server with its sender, and names what is missing or wrong', () => {
  const mail = { SMTP_URL: 'smtp://me:a%40b@mail.example:587', MAIL_FROM: 'The shop <shop@example.com>' }
  const parse = (change: Record<string, string> = {}) => parseServerEnv({ ...minimal, ...mail, ...change }).mail
  expect(parse()).toEqual({
    smtpUrl: mail.SMTP_URL,
    from: { name: 'The shop', address: 'shop@example.com' },
    operatorAddress: null,
  })
  expect(parse({ OPERATOR_EMAIL: 'me@example.com' })?.operatorAddress).toBe('me@example.com')
  for (const [name, value] of [
    ['MAIL_FROM', ''],
    ['SMTP_URL', ''],
    ['SMTP_URL', 'http://mail.example'],
    ['SMTP_URL', 'smtp://me:100%@mail.example'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Eve\r\nBcc: x@example.com <a@example.com>'],
    ['OPERATOR_EMAIL', 'me'],
  ] as const) {
    expect(() => parse({ [name]: value }), `${name}=${value}`).toThrow(name)
  }
  expect(() => parseServerEnv({ ...minimal, OPERATOR_EMAIL: 'me@example.com' })).toThrow('SMTP_URL')
})
