import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSolanaRpc, type Signature } from '@solana/kit'
import type { Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { devnetRpcUrls, fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { isRunning } from './running-process'
import { startDevnet } from './start-devnet'
import { avmFacilitator, avmPayer, avmUsdcBalance, fundedAvmWallet, openAvmServer } from './testing/avm-parties'
import { type DevnetProcess, spawnDevnet } from './testing/devnet-process'
import { EVM_NETWORK, freshAccount, readerAt, usdcBalance } from './testing/evm-parties'
import { firstOf } from './testing/sdk-server'
import { fundedSigner, openSvmServer, svmFacilitator, svmPayer, svmUsdcBalance } from './testing/svm-parties'
import { avmDevnetAddress, type DevnetRole, evmDevnetAccount, svmDevnetSigner } from './wallets'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-devnet-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the devnet after its process is gone', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('keeps what it acknowledged before %s', async (signal) => {
    const first = await spawnDevnet(folder)
    const wallet = freshAccount().address
    const mint = await fundOnEvm(first, wallet, 7n)
    const solana = await settleOnSolana(first)
    const algorand = await settleOnAlgorand(first)
    expect(await first.end(signal)).toBe(signal === 'SIGTERM' ? 0 : null)

    const second = await spawnDevnet(folder)
    try {
      expect(await usdcBalance(second.evmRpcUrl, wallet)).toBe(7n)
      expect(await readerAt(second.evmRpcUrl).getTransactionReceipt({ hash: mint })).toMatchObject({
        status: 'success',
      })

      expect(await svmUsdcBalance(second.svmRpcUrl, solana.seller.address)).toBe(10_000n)
      const rpc = createSolanaRpc(second.svmRpcUrl)
      const { value } = await rpc.getSignatureStatuses([solana.signature]).send()
      expect(value[0]).toMatchObject({ err: null })
      expect(await rpc.getSlot().send()).toBeGreaterThanOrEqual(value[0]?.slot ?? 0n)
      const replayed = svmFacilitator(second.svmRpcUrl, solana.gas)
      expect((await replayed.settle(solana.payload, solana.requirements)).success).toBe(false)

      expect(await avmUsdcBalance(second.avmUrl, algorand.seller.address)).toBe(10_000n)
      const pending = new URL(`/v2/transactions/pending/${algorand.transaction}`, second.avmUrl)
      expect((await fetch(pending)).status).toBe(200)
      expect(await isRoleFundedOnce('poor', 5n, second)).toBe(true)
    } finally {
      await second.end('SIGTERM')
    }
  })

  it('keeps what was mined when anvil alone is killed, and goes on at its address', async () => {
    const devnet = await startDevnet({ dataDir: folder, ports: 'free' })
    try {
      const wallet = freshAccount().address
      const pid = anvilPid(folder)
      await devnet.fund({ network: EVM_NETWORK, address: wallet, amountAtomic: 7n })
      await devnet.crashEvm(0)
      expect(await devnet.died).toBe('SIGKILL')
      expect(anvilPid(folder)).not.toBe(pid)
      expect(await usdcBalance(devnet.evmRpcUrl, wallet)).toBe(7n)
      await devnet.fund({ network: EVM_NETWORK, address: wallet, amountAtomic: 7n })
      expect(await usdcBalance(devnet.evmRpcUrl, wallet)).toBe(14n)
    } finally {
      await devnet.stop()
    }
  })

  it('leaves no anvil behind', async () => {
    const killed = await spawnDevnet(folder)
    const orphan = anvilPid(folder)
    await killed.end('SIGKILL')
    expect(isRunning(orphan)).toBe(true)
    const next = await spawnDevnet(folder)
    expect(isRunning(orphan)).toBe(false)
    const own = anvilPid(folder)
    expect(isRunning(own)).toBe(true)
    await next.end('SIGINT')
    expect(isRunning(own)).toBe(false)
  })
})

describe('a devnet that cannot start', () => {
  it('names the port that is taken and leaves nothing running', async () => {
    const server = createServer()
    const port = await new Promise<number>((ready) =>
      server.listen(0, '127.0.0.1', () => ready((server.address() as { port: number }).port)),
    )
    for (const ports of [
      { evm: port, svm: 0, avm: 0 },
      { evm: 0, svm: port, avm: 0 },
      { evm: 0, svm: 0, avm: port },
    ]) {
      await expect(startDevnet({ dataDir: folder, ports })).rejects.toThrow(`Port ${port} is taken`)
    }
    server.close()
    await (await startDevnet({ dataDir: folder, ports: 'free' })).stop()
  })

  it('refuses a folder that another devnet works on', async () => {
    const first = await startDevnet({ dataDir: folder, ports: 'free' })
    await expect(startDevnet({ dataDir: folder, ports: 'free' })).rejects.toThrow('running already')
    await first.stop()
  })
})

const rpcUrlsOf = (devnet: DevnetProcess) => devnetRpcUrls(devnet)

async function fundOnEvm(devnet: DevnetProcess, address: string, amountAtomic: bigint): Promise<Hex> {
  const order = { network: EVM_NETWORK, address, amountAtomic, includesGas: false }
  const { transaction } = await fundDevnetWallet(rpcUrlsOf(devnet), order)
  return transaction as Hex
}

async function settleOnSolana(devnet: DevnetProcess) {
  const url = devnet.svmRpcUrl
  const gas = await fundedSigner(url, 0n, true)
  const seller = await fundedSigner(url, 0n)
  const server = await openSvmServer(svmFacilitator(url, gas), seller.address)
  const quote = await server.quote('exact', '$0.01')
  const { payload, settled } = await server.pay(svmPayer(url, await fundedSigner(url, 1_000_000n)), quote)
  return { gas, seller, payload, requirements: firstOf(quote), signature: settled?.transaction as Signature }
}

async function settleOnAlgorand(devnet: DevnetProcess) {
  const url = devnet.avmUrl
  const gas = await fundedAvmWallet(url, 0n, true)
  const seller = await fundedAvmWallet(url, 0n)
  const server = await openAvmServer(avmFacilitator(url, gas), seller.address)
  const { settled } = await server.pay(
    avmPayer(url, await fundedAvmWallet(url, 1_000_000n)),
    await server.quote('exact', '$0.01'),
  )
  return { seller, transaction: settled?.transaction ?? '' }
}

async function isRoleFundedOnce(role: DevnetRole, amountAtomic: bigint, devnet: DevnetProcess): Promise<boolean> {
  const balances = await Promise.all([
    usdcBalance(devnet.evmRpcUrl, evmDevnetAccount(role).address),
    svmUsdcBalance(devnet.svmRpcUrl, (await svmDevnetSigner(role)).address),
    avmUsdcBalance(devnet.avmUrl, await avmDevnetAddress(role)),
  ])
  return balances.every((balance) => balance === amountAtomic)
}

function anvilPid(dataDir: string): number {
  const note = JSON.parse(readFileSync(join(dataDir, 'evm', 'anvil.json'), 'utf8')) as { pid: number }
  return note.pid
}
