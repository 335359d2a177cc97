import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { EVM_NETWORK, freshAccount, readerAt, usdcBalance } from '../testing/evm-parties'
import { startAnvil } from './start-anvil'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-anvil-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function fundedWallet(rpcUrl: string) {
  const { address } = freshAccount()
  const order = { network: EVM_NETWORK, address, amountAtomic: 7n, includesGas: false }
  const { transaction } = await fundDevnetWallet({ [EVM_NETWORK]: rpcUrl }, order)
  return { address, hash: transaction as `0x${string}` }
}

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

  it('confirms a transaction by itself on an idle chain', async () => {
    const node = await startAnvil({ dataDir: folder, port: 0 })
    const { hash } = await fundedWallet(node.rpcUrl)
    const reader = readerAt(node.rpcUrl)
    await expect.poll(() => reader.getTransactionConfirmations({ hash })).toBeGreaterThanOrEqual(3n)
    await node.stop()
  })

  it('refuses a damaged chain, and leaves its file as it is', async () => {
    const file = join(folder, 'chain-84532.json.gz')
    writeFileSync(file, 'half a chain')
    await expect(startAnvil({ dataDir: folder, port: 0 })).rejects.toThrow(/damaged and was left untouched/)
    expect(readFileSync(file, 'utf8')).toBe('half a chain')
  })
})
