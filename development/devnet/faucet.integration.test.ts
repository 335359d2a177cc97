import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSolanaRpc, generateKeyPairSigner } from '@solana/kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testWorld } from '@/development/testing/test-world'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { AVM_NETWORK } from './testing/avm-parties'
import { EVM_NETWORK, freshAccount } from './testing/evm-parties'
import { SVM_NETWORK, svmUsdcBalance } from './testing/svm-parties'
import { svmDevnetSigner } from './wallets'

const devnet = testWorld()
let realNode: Server

beforeAll(async () => {
  realNode = createServer((_request, response) => {
    response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"the method does not exist"}}')
  })
  await new Promise<void>((ready) => realNode.listen(0, '127.0.0.1', ready))
})
afterAll(() => void realNode.close())

it('gives a Solana wallet SOL, a token account and USDC, and adds up when asked twice at once', async () => {
  const { address } = await generateKeyPairSigner()
  await Promise.all([1, 2].map(() => devnet.faucet({ network: SVM_NETWORK, address, amountAtomic: 3n })))
  expect(await svmUsdcBalance(devnet.svmRpcUrl, address)).toBe(6n)
  expect((await createSolanaRpc(devnet.svmRpcUrl).getBalance(address).send()).value).toBeGreaterThan(0n)
})

it.each([
  ['eip155:1', '0x036CbD53842c5426634e7929541eC2318f3dCF7e', undefined, 'FAUCET_NETWORK_UNKNOWN'],
  ['toString', '0x036CbD53842c5426634e7929541eC2318f3dCF7e', undefined, 'FAUCET_NETWORK_UNKNOWN'],
  [EVM_NETWORK, '0x1234', undefined, 'FAUCET_ADDRESS_INVALID'],
  [EVM_NETWORK, '0x036CBD53842c5426634e7929541eC2318f3dCF7e', undefined, 'FAUCET_ADDRESS_INVALID'],
  [SVM_NETWORK, '0x036CbD53842c5426634e7929541eC2318f3dCF7e', undefined, 'FAUCET_ADDRESS_INVALID'],
  [AVM_NETWORK, 'A'.repeat(58), undefined, 'FAUCET_ADDRESS_INVALID'],
  [EVM_NETWORK, '0x036CbD53842c5426634e7929541eC2318f3dCF7e', -1n, 'FAUCET_AMOUNT_INVALID'],
  [EVM_NETWORK, '0x036CbD53842c5426634e7929541eC2318f3dCF7e', 10n ** 30n, 'FAUCET_AMOUNT_INVALID'],
])('refuses %s %s %s with %s', async (network, address, amountAtomic, code) => {
  await expect(devnet.faucet({ network, address, amountAtomic })).rejects.toMatchObject({ code })
})

it('is refused by a node that is not a local one', async () => {
  const url = `http://127.0.0.1:${(realNode.address() as AddressInfo).port}`
  const rpcUrls = { [EVM_NETWORK]: url, [SVM_NETWORK]: url }
  const orders = [
    { network: EVM_NETWORK, address: freshAccount().address },
    { network: SVM_NETWORK, address: (await svmDevnetSigner('buyer')).address },
  ]
  for (const order of orders) {
    await expect(fundDevnetWallet(rpcUrls, order)).rejects.toMatchObject({ code: 'FAUCET_UNAVAILABLE' })
  }
})
