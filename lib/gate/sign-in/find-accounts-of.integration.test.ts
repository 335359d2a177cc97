import { generateKeyPairSigner } from '@solana/kit'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import { parseServerEnv } from '@/lib/base/infra/env'
import { BASE, BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { findAccountsOf } from './account-wallets'
import { createSession } from './sessions'

const { url: databaseUrl, client: database } = await openTestDatabase()

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address
const accountOf = async (scope: string, address: string) =>
  (await createSession(database, { wallet: { scope, address }, userAgent: null, now: new Date() })).accountId
const operators = (list: string) => {
  const env = { DATABASE_URL: databaseUrl, TURNPIKE_SECRET: 'x'.repeat(32), OPERATOR_WALLETS: list }
  return findAccountsOf(database, parseServerEnv(env).operatorWallets)
}

it('knows keys by their plain address, in either spelling of EVM', async () => {
  const [evm, svm] = [newAddress(), (await generateKeyPairSigner()).address]
  const accounts = [await accountOf('evm', evm), await accountOf('svm', svm)]
  expect((await operators(`${evm.toLowerCase()}, ${svm}`)).sort()).toEqual(accounts.sort())
  expect(await operators('')).toEqual([])
})

it('takes no contract of an operator’s address on another network for the operator', async () => {
  const [key, contract] = [newAddress(), newAddress()]
  const [impostor, stranger] = [await accountOf(BASE_SEPOLIA, key), await accountOf(BASE_SEPOLIA, contract)]
  const [owner, safe] = [await accountOf('evm', key), await accountOf(BASE, contract)]
  const found = await operators(`${key},${BASE}:${contract}`)
  expect(found.sort()).toEqual([owner, safe].sort())
  for (const other of [impostor, stranger]) expect(found).not.toContain(other)
})
