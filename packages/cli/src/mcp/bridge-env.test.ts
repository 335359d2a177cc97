import { expect, it } from 'vitest'
import { parseBridgeEnv } from './bridge'

const key = `0x${'11'.repeat(32)}`
const withKey = (variables: Record<string, string>) => parseBridgeEnv({ EVM_PRIVATE_KEY: key, ...variables } as never)

it('asks the local server for /weather, without a budget', () => {
  const config = withKey({})
  expect(config.url.href).toBe('http://localhost:4021/weather')
  expect(config.limits).toEqual({ perCall: '$1', total: null })
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
  const keys = { svmKey: 'abc', evmKey: undefined }
  expect(parseBridgeEnv({ SVM_PRIVATE_KEY: 'abc', EVM_PRIVATE_KEY: '' } as never).keys).toMatchObject(keys)
})

it.each([
  [{ EVM_PRIVATE_KEY: '' }, /At least one of EVM_PRIVATE_KEY .* and SVM_PRIVATE_KEY/],
  [{ RESOURCE_SERVER_URL: 'ftp://x' }, /RESOURCE_SERVER_URL must be/],
  [{ RESOURCE_SERVER_URL: 'http://user:secret@x' }, /RESOURCE_SERVER_URL must be/],
  [{ BRIDGE_MAX_PER_CALL: 'much' }, /BRIDGE_MAX_PER_CALL: expected dollars/],
  [{ BRIDGE_BUDGET: '-1' }, /BRIDGE_BUDGET: expected dollars/],
])('refuses %o', (variables, message) => {
  expect(() => withKey(variables as never)).toThrow(message)
})
