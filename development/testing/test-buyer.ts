import { randomBytes } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import { type Address, createPublicClient, erc20Abi, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { assetOf } from '@/lib/base/chains/assets'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { createStockBuyer, type StockBuyer } from './stock-buyer'
import type { TestWorld } from './test-world'

export type TestBuyer = StockBuyer & { key: Hex; address: Address; balance: () => Promise<bigint> }

/** A new EVM wallet with that much test USDC, and the stock client that signs for it. */
export async function createEvmBuyer(world: TestWorld, amountAtomic: bigint): Promise<TestBuyer> {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await world.faucet({ network: BASE_SEPOLIA, address, amountAtomic })
  const buyer = createStockBuyer({ evm: { key, rpcUrl: world.evmRpcUrl } })
  return { ...buyer, key, address, balance: () => readUsdc(world, address) }
}

/** A new Solana wallet with that much test USDC, and the stock client that signs for it. */
export async function createSvmBuyer(
  world: TestWorld,
  amountAtomic: bigint,
): Promise<StockBuyer & { address: string }> {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(randomBytes(32)), true)
  await world.faucet({ network: SOLANA_DEVNET, address: signer.address, amountAtomic })
  return { ...createStockBuyer({ svm: { signer, rpcUrl: world.svmRpcUrl } }), address: signer.address }
}

/** USDC of an address on the local EVM chain, atomic units. */
export async function readUsdc(world: Pick<TestWorld, 'evmRpcUrl'>, address: Address): Promise<bigint> {
  const client = createPublicClient({ transport: http(world.evmRpcUrl) })
  const token = assetOf(BASE_SEPOLIA)?.address as Address
  return client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
}
