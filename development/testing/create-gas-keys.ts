import { randomBytes } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import bs58 from 'bs58'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { GasKeys } from './serve-test-site'
import type { TestWorld } from './test-world'

export async function createGasKeys(world: Pick<TestWorld, 'faucet'>): Promise<GasKeys> {
  const evm = generatePrivateKey()
  const seed = randomBytes(32)
  const svm = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(seed), true)
  await world.faucet({ network: BASE_SEPOLIA, address: privateKeyToAccount(evm).address, amountAtomic: 0n })
  await world.faucet({ network: SOLANA_DEVNET, address: svm.address, amountAtomic: 0n })
  return { evm, svm: bs58.encode(Buffer.concat([seed, bs58.decode(svm.address)])) }
}
