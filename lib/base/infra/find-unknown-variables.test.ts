import { expect, test } from 'vitest'
import { serverVariableNames } from './env'
import { findUnknownVariables } from './variables'

const find = (...names: string[]) => findUnknownVariables(names, serverVariableNames)

test.each([
  ['DATABASE_URI', 'DATABASE_URL'],
  ['PUBLIC_ORIGN', 'PUBLIC_ORIGIN'],
  ['TURNPIKE_SECRETS', 'TURNPIKE_SECRET'],
  ['DEMO_PAYTO', 'DEMO_PAY_TO'],
  ['FACILITATOR_METRICS', null],
  ['AVM_ALGOD_URL', null],
])('names %s, where perhaps %s was meant', (name, meant) => {
  expect(find(name)).toEqual([{ name, meant }])
})

test('leaves alone what it knows, from files too, and what is of others', () => {
  expect(find(...serverVariableNames, 'TURNPIKE_SECRET_FILE', 'EVM_RPC_URLS_8453_FILE')).toEqual([])
  expect(find('EVM_RPC_URLS_10', 'EVM_RPC_URLS_100_FILE')).toEqual([])
  expect(
    find('PATH', 'HOME', 'PORT', 'HOSTNAME', 'NODE_ENV', 'OTEL_SERVICE_NAME', 'EVM_PRIVATE_KEY', 'PGPASSWORD'),
  ).toEqual([])
})
