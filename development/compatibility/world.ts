import { randomBytes } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes, address as toSvmAddress } from '@solana/kit'
import bs58 from 'bs58'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { avmUsdcBalance, freshAvmWallet } from '@/development/devnet/testing/avm-parties'
import { svmUsdcBalance } from '@/development/devnet/testing/svm-parties'
import { readUsdc } from '@/development/testing/test-buyer'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { Family } from './cell'

export type World = { origin: string; evmRpcUrl: string; svmRpcUrl: string; avmUrl: string }

/** A wallet of one cell: its key as its family's programs take it. */
export type CellWallet = { family: Family; address: string; key: string }

export const networkOfFamily = { evm: BASE_SEPOLIA, svm: SOLANA_DEVNET, avm: ALGORAND_TESTNET } as const

const FUNDS_ATOMIC = 1_000_000n

/** A new wallet with a dollar of test USDC, given by the site's own faucet. */
export async function fundedWallet(world: World, family: Family, amountAtomic = FUNDS_ATOMIC): Promise<CellWallet> {
  const wallet = await freshWallet(family)
  const answer = await fetch(`${world.origin}/devnet/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ network: networkOfFamily[family], address: wallet.address, amount: amountAtomic.toString() },
    }),
  })
  if (!answer.ok) throw new Error(`The faucet answered ${answer.status}: ${await answer.text()}`)
  return wallet
}

async function freshWallet(family: Family): Promise<CellWallet> {
  if (family === 'evm') {
    const key = generatePrivateKey()
    return { family, key, address: privateKeyToAccount(key).address }
  }
  if (family === 'avm') {
    const { secretKey, address } = freshAvmWallet()
    return { family, key: secretKey, address }
  }
  const seed = new Uint8Array(randomBytes(32))
  const { address } = await createKeyPairSignerFromPrivateKeyBytes(seed, true)
  return { family, key: bs58.encode(Buffer.concat([seed, bs58.decode(address)])), address }
}

/** USDC of an address, read from its chain. */
export async function balanceOf(world: World, family: Family, address: string): Promise<bigint> {
  if (family === 'evm') return readUsdc(world, address as Address)
  if (family === 'svm') return svmUsdcBalance(world.svmRpcUrl, toSvmAddress(address))
  return avmUsdcBalance(world.avmUrl, address)
}
