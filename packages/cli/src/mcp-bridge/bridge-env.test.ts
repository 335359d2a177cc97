import { describe, expect, it } from 'vitest'
import { parseBridgeEnv } from './bridge-env'

const key = `0x${'11'.repeat(32)}`
const withKey = (variables: Record<string, string>) => parseBridgeEnv({ EVM_PRIVATE_KEY: key, ...variables } as never)

describe('parseBridgeEnv', () => {
  it('asks the local server for /weather, with everything else off', () => {
    const config = withKey({})
    expect(config.url.href).toBe('http://localhost:4021/weather')
    expect(config).toMatchObject({ isConfirmed: false, isSignInTried: false, auditFile: null })
    expect(config).toMatchObject({ maxDollars: '$1', limits: { perDayMicros: null, perHostMicros: null } })
    expect(config.keys.rpcUrls?.['eip155:84532']).toBe('http://localhost:8545')
  })

  it.each([
    ['https://api.example', 'data', 'https://api.example/data'],
    ['https://api.example/', '/data?city=Lisbon', 'https://api.example/data?city=Lisbon'],
    ['https://api.example/v1', '/data', 'https://api.example/v1/data'],
    ['https://api.example', '//elsewhere.example/x', 'https://api.example/elsewhere.example/x'],
    ['https://api.example', 'https://elsewhere.example', 'https://api.example/https://elsewhere.example'],
  ])('joins %s and %s', (base, path, href) => {
    const config = withKey({ RESOURCE_SERVER_URL: base, ENDPOINT_PATH: path })
    expect(config.url.href).toBe(href)
    expect(config.keys.rpcUrls?.['eip155:84532']).toBe('https://sepolia.base.org')
  })

  it('takes one key of either family, and empty variables as none', () => {
    expect(parseBridgeEnv({ SVM_PRIVATE_KEY: 'abc', EVM_PRIVATE_KEY: '' } as never).keys).toMatchObject({
      svmKey: 'abc',
      evmKey: undefined,
    })
  })

  it.each([
    [{ EVM_PRIVATE_KEY: '' }, /At least one of EVM_PRIVATE_KEY .* and SVM_PRIVATE_KEY/],
    [{ RESOURCE_SERVER_URL: 'ftp://x' }, /RESOURCE_SERVER_URL must be/],
    [{ RESOURCE_SERVER_URL: 'http://user:secret@x' }, /RESOURCE_SERVER_URL must be/],
    [{ BRIDGE_MAX_PER_CALL: 'much' }, /BRIDGE_MAX_PER_CALL: expected dollars/],
    [{ BRIDGE_MAX_PER_DAY: '-1' }, /BRIDGE_MAX_PER_DAY/],
    [{ BRIDGE_MAX_DEPOSIT: 'much' }, /BRIDGE_MAX_DEPOSIT: expected dollars/],
    [{ BRIDGE_BAZAAR: 'bazaar' }, /BRIDGE_BAZAAR must be the http or https URL/],
    [{ BRIDGE_CONFIRM: 'yes' }, /BRIDGE_CONFIRM: expected 1 or 0/],
    [{ BRIDGE_ALLOWED_HOSTS: 'api.example, other.example' }, /localhost:4021, which is not among BRIDGE_ALLOWED_HOSTS/],
  ])('refuses %o', (variables, message) => {
    expect(() => withKey(variables as never)).toThrow(message)
  })

  it.each(['localhost', 'LOCALHOST:4021', 'api.example,localhost:4021'])('allows the host by %s', (hosts) => {
    expect(withKey({ BRIDGE_ALLOWED_HOSTS: hosts }).url.host).toBe('localhost:4021')
  })
})
