import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address, Hex, LocalAccount } from 'viem'
import { afterAll } from 'vitest'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { startAnvil } from '../evm/start-anvil'
import { EVM_NETWORK, freshAccount, walletAt } from './evm-parties'

/** The test file's own local chain, with a wallet that pays for gas, until the file's last test is done. */
export async function openEvmNode() {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-anvil-'))
  const { rpcUrl, stop } = await startAnvil({ dataDir: folder, port: 0, isDurable: false })
  afterAll(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const gas = freshAccount()
  const fund = (address: Address, amountAtomic: bigint, includesGas = true) =>
    fundDevnetWallet({ [EVM_NETWORK]: rpcUrl }, { network: EVM_NETWORK, address, amountAtomic, includesGas })
  /** Fails with the contract's own message, which the node returns before anything is sent. */
  const send = async (account: LocalAccount, to: Address, data: Hex) => {
    const wallet = walletAt(rpcUrl, account)
    return wallet.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ to, data }) })
  }
  await fund(gas.address, 0n)
  return { rpcUrl, gas, fund, send }
}
