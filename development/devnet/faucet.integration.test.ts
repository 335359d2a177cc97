import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSolanaRpc } from '@solana/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { type Devnet, startDevnet } from './start-devnet'
import { AVM_NETWORK, avmUsdcBalance, freshAvmWallet } from './testing/avm-parties'
import { EVM_NETWORK, freshAccount, readerAt, usdcBalance } from './testing/evm-parties'
import { SVM_NETWORK, svmUsdcBalance } from './testing/svm-parties'
import { type DevnetRole, evmDevnetAccount, svmDevnetSigner } from './wallets'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-faucet-'))
let devnet: Devnet
let realNode: Server

beforeAll(async () => {
  devnet = await startDevnet({ dataDir: folder, ports: 'free', isDurable: false })
  realNode = createServer((_request, response) => {
    response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"the method does not exist"}}')
  })
  await new Promise<void>((ready) => realNode.listen(0, '127.0.0.1', ready))
})
afterAll(async () => {
  await devnet.stop()
  realNode.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the faucet', () => {
  it('gives an EVM wallet ETH and USDC', async () => {
    const { address } = freshAccount()
    const receipt = await devnet.fund({ network: EVM_NETWORK, address, amountAtomic: 3n })
    expect(receipt).toMatchObject({ network: EVM_NETWORK, address, amountAtomic: 3n })
    expect(await usdcBalance(devnet.evmRpcUrl, address)).toBe(3n)
    expect(await readerAt(devnet.evmRpcUrl).getBalance({ address })).toBeGreaterThan(0n)
  })

  it('gives a Solana wallet SOL, a token account and USDC, and adds up when asked twice at once', async () => {
    const { address } = await svmDevnetSigner('seller')
    await Promise.all([1, 2].map(() => devnet.fund({ network: SVM_NETWORK, address, amountAtomic: 3n })))
    expect(await svmUsdcBalance(devnet.svmRpcUrl, address)).toBe(6n)
    expect((await createSolanaRpc(devnet.svmRpcUrl).getBalance(address).send()).value).toBeGreaterThan(0n)
  })

  it('gives an Algorand wallet ALGO, the opt-in and USDC', async () => {
    const { address } = freshAvmWallet()
    await devnet.fund({ network: AVM_NETWORK, address, amountAtomic: 3n })
    expect(await avmUsdcBalance(devnet.avmUrl, address)).toBe(3n)
  })

  it('gives twenty EVM wallets theirs at once', async () => {
    const wallets = Array.from({ length: 20 }, () => freshAccount().address)
    await Promise.all(wallets.map((address) => devnet.fund({ network: EVM_NETWORK, address, amountAtomic: 3n })))
    const balances = await Promise.all(wallets.map((address) => usdcBalance(devnet.evmRpcUrl, address)))
    expect(balances).toEqual(wallets.map(() => 3n))
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
    await expect(devnet.fund({ network, address, amountAtomic })).rejects.toMatchObject({ code })
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

  it('has given the roles their first money', async () => {
    const balanceOf = async (role: DevnetRole) => [
      await usdcBalance(devnet.evmRpcUrl, evmDevnetAccount(role).address),
      await svmUsdcBalance(devnet.svmRpcUrl, (await svmDevnetSigner(role)).address),
    ]
    expect(await balanceOf('buyer')).toEqual([1_000_000_000n, 1_000_000_000n])
    expect(await balanceOf('poor')).toEqual([5n, 5n])
    expect(await balanceOf('gas2')).toEqual([0n, 0n])
  })
})
