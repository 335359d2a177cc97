import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { within } from '@/lib/base/infra/within'
import { freshAccount, readerAt, usdcBalance } from '../testing/evm-parties'
import { createAnvilClient } from './anvil-client'
import { usdCoins } from './canonical-addresses'
import { keepChain, startAnvil } from './start-anvil'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-anvil-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function fundedWallet(rpcUrl: string, network = 'eip155:84532') {
  const { address } = freshAccount()
  const order = { network, address, amountAtomic: 7n, includesGas: false }
  const { transaction } = await fundDevnetWallet({ [network]: rpcUrl }, order)
  return { address, hash: transaction as `0x${string}` }
}

const randomCode = (bytes: number) => `0x${randomBytes(bytes).toString('hex')}` as const

describe('the local anvil', () => {
  it('goes on from its saved chain after anvil itself is killed', async () => {
    const first = await startAnvil({ dataDir: folder, port: 0 })
    const { address, hash } = await fundedWallet(first.rpcUrl)
    const { logs } = await readerAt(first.rpcUrl).getTransactionReceipt({ hash })
    await first.save()
    process.kill(first.pid, 'SIGKILL')
    expect(await first.died).toBe('SIGKILL')

    const second = await startAnvil({ dataDir: folder, port: 0 })
    expect(await usdcBalance(second.rpcUrl, address)).toBe(7n)
    const receipt = await readerAt(second.rpcUrl).getTransactionReceipt({ hash })
    expect(receipt.logs).toEqual(logs)
    const { number, timestamp } = await readerAt(second.rpcUrl).getBlock()
    expect(number).toBeGreaterThan(receipt.blockNumber)
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
    await second.stop()
  })

  it('saves a chain of any size', async () => {
    const first = await startAnvil({ dataDir: folder, port: 0 })
    const client = createAnvilClient(first.rpcUrl, 84532)
    // Random, so that it stays as large when it is packed.
    const codes = Array.from({ length: 8 }, () => ({
      address: freshAccount().address,
      bytecode: randomCode(1_000_000),
    }))
    for (const code of codes) await client.setCode(code)
    await client.mine({ blocks: 1 })
    await first.save()
    process.kill(first.pid, 'SIGKILL')
    await first.died

    const second = await startAnvil({ dataDir: folder, port: 0 })
    for (const { address, bytecode } of codes) {
      expect((await readerAt(second.rpcUrl).getCode({ address })) === bytecode).toBe(true)
    }
    await second.stop()
  })

  it('mines nothing once mining is paused, also where its upkeep has just found that a block is due', async () => {
    const node = await startAnvil({ dataDir: folder, port: 0 })
    const client = createAnvilClient(node.rpcUrl, 84532)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    let asked = 0
    const getAutomine = async () => {
      asked += 1
      const isOn = await client.getAutomine()
      await answered
      return isOn
    }
    const slow: typeof client = { ...client, getAutomine } // Its answer comes late.
    await node.pauseMining()
    await client.setAutomine(true)
    const keeper = keepChain({
      client: slow,
      isDurable: true,
      stateFile: join(folder, 'second.json.gz'),
      intervalMs: 10,
      onFault: (fault) => expect.fail(String(fault)),
    })
    await fundedWallet(node.rpcUrl)
    await expect.poll(() => asked).toBe(1)
    const pausing = keeper.pauseMining().then(() => 'paused')
    expect(await within(200, pausing)).toBeNull()
    answer()
    await pausing
    const before = await client.getBlockNumber({ cacheTime: 0 })
    const from = freshAccount().address
    await client.setBalance({ address: from, value: 10n ** 18n })
    await client.impersonateAccount({ address: from })
    await client.sendUnsignedTransaction({ from, to: from, value: 1n })
    await keeper.save()
    expect([await client.getBlockNumber({ cacheTime: 0 }), (await client.getTxpoolStatus()).pending]).toEqual([
      before,
      1,
    ])
    await keeper.resumeMining()
    await keeper.stop()
    await node.stop()
  })

  it('saves a chain once it rests, and not while transactions keep coming', async () => {
    const node = await startAnvil({ dataDir: folder, port: 0 })
    await node.pauseMining() // The node's own upkeep rests, so that each block here is one of ours.
    const client = createAnvilClient(node.rpcUrl, 84532)
    const stateFile = join(folder, 'second.json.gz')
    const keeper = keepChain({
      client,
      stateFile,
      isDurable: true,
      intervalMs: 10,
      onFault: (fault) => expect.fail(String(fault)),
    })
    const from = await client.getBlockNumber({ cacheTime: 0 })
    for (let block = 0; block < 50; block += 1) {
      await client.mine({ blocks: 1 })
      expect(existsSync(stateFile)).toBe(false)
    }
    await client.setAutomine(true)
    await expect.poll(() => existsSync(stateFile)).toBe(true)
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBeGreaterThanOrEqual(from + 53n)
    await keeper.stop()
    await node.stop()
  })

  it('has ended every block that was begun when mining is paused', async () => {
    const node = await startAnvil({ dataDir: folder, port: 0 })
    const client = createAnvilClient(node.rpcUrl, 84532)
    const from = freshAccount().address
    await client.setBalance({ address: from, value: 10n ** 18n })
    await client.impersonateAccount({ address: from })
    // A loop without an end, so that each block takes as long as its gas lasts.
    const slow = { from, data: '0x5b600056', gas: 16_000_000n, maxFeePerGas: 10n ** 9n } as const
    const sent = Promise.all(
      Array.from({ length: 6 }, (_, nonce) => client.sendUnsignedTransaction({ ...slow, nonce })),
    )
    await expect.poll(() => client.getTransactionCount({ address: from })).toBeGreaterThan(0)
    await node.pauseMining()
    const before = await client.getBlockNumber({ cacheTime: 0 })
    await sleep(500)
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(before)
    await sent
    await node.stop()
  })

  it('confirms a transaction by itself on an idle chain', async () => {
    const node = await startAnvil({ dataDir: folder, port: 0 })
    const { hash } = await fundedWallet(node.rpcUrl)
    const reader = readerAt(node.rpcUrl)
    await expect.poll(() => reader.getTransactionConfirmations({ hash })).toBeGreaterThanOrEqual(3n)
    await node.stop()
  })

  it('keeps old receipts and logs though it drops old states', async () => {
    const node = await startAnvil({ dataDir: folder, port: 0 })
    const { hash } = await fundedWallet(node.rpcUrl)
    await createAnvilClient(node.rpcUrl, 84532).mine({ blocks: 200 })
    const reader = readerAt(node.rpcUrl)
    const receipt = await reader.getTransactionReceipt({ hash })
    const logs = await reader.getLogs({ address: usdCoins[84532].address, fromBlock: 0n, toBlock: receipt.blockNumber })
    expect(logs.map(({ transactionHash }) => transactionHash)).toContain(hash)
    await node.stop()
  })

  it('refuses a damaged chain, and leaves its file as it is', async () => {
    const file = join(folder, 'chain-84532.json.gz')
    writeFileSync(file, 'half a chain')
    await expect(startAnvil({ dataDir: folder, port: 0 })).rejects.toThrow(/damaged and was left untouched/)
    expect(readFileSync(file, 'utf8')).toBe('half a chain')
  })

  it('stands in for Base with its own token', async () => {
    const node = await startAnvil({ dataDir: folder, port: 0, chainId: 8453 })
    const { address } = await fundedWallet(node.rpcUrl, 'eip155:8453')
    const reader = readerAt(node.rpcUrl)
    expect(await reader.getChainId()).toBe(8453)
    const balance = await reader.readContract({
      address: usdCoins[8453].address,
      abi: [
        {
          type: 'function',
          name: 'balanceOf',
          stateMutability: 'view',
          inputs: [{ name: 'owner', type: 'address' }],
          outputs: [{ name: '', type: 'uint256' }],
        },
      ],
      functionName: 'balanceOf',
      args: [address],
    })
    expect(balance).toBe(7n)
    await node.stop()
  })
})
