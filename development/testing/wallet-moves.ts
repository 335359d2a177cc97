import type { PaymentPayload } from '@x402/core/types'
import { PERMIT2_ADDRESS } from '@x402/evm'
import { type Address, createWalletClient, erc20Abi, type Hex, http, maxUint256, parseAbi, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { canonicalAddresses } from '@/development/devnet/evm/canonical-addresses'
import { settlementCall } from '@/development/devnet/testing/payment-channels'
import { assetOf } from '@/lib/base/chains/assets'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { TestWorld } from './test-world'

const token = assetOf(BASE_SEPOLIA)?.address as Address // The local chain has this token.

const settlement = canonicalAddresses.batchSettlement

const transferAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

/** Sends test USDC from a wallet by an ordinary transaction, and waits until it has landed. */
export async function sendUsdc(world: TestWorld, key: Hex, to: Address, amountAtomic: bigint): Promise<void> {
  const wallet = openWallet(world, key)
  const args = [to, amountAtomic] as const
  await landed(wallet, await wallet.writeContract({ address: token, abi: erc20Abi, functionName: 'transfer', args }))
}

/** Approves Permit2, as a buyer must before it can pay `upto` at a server that does not sponsor the approval. */
export async function approvePermit2(world: TestWorld, key: Hex): Promise<void> {
  const wallet = openWallet(world, key)
  const args = [PERMIT2_ADDRESS, maxUint256] as const
  await landed(wallet, await wallet.writeContract({ address: token, abi: erc20Abi, functionName: 'approve', args }))
}

/** Lands a signed payment on chain from another wallet, outside of any facilitator, as an observer can. */
export async function landPayment(world: TestWorld, payload: PaymentPayload): Promise<Hex> {
  const key = generatePrivateKey()
  await world.faucet({ network: BASE_SEPOLIA, address: privateKeyToAccount(key).address, amountAtomic: 0n })
  const wallet = openWallet(world, key)
  const { authorization, signature } = payload.payload as { authorization: Record<string, string>; signature: Hex }
  const text = (field: string) => authorization[field] ?? ''
  const number = (field: string) => BigInt(text(field))
  const hash = await wallet.writeContract({
    address: token,
    abi: transferAbi,
    functionName: 'transferWithAuthorization',
    args: [
      text('from') as Address,
      text('to') as Address,
      number('value'),
      number('validAfter'),
      number('validBefore'),
      text('nonce') as Hex,
      signature,
    ],
  })
  await landed(wallet, hash)
  return hash
}

/** Announces that the payer withdraws that amount from a channel without its receiver, as the contract allows. */
export async function initiateWithdraw(
  world: TestWorld,
  key: Hex,
  config: Record<string, unknown>,
  amountAtomic: bigint,
): Promise<void> {
  const wallet = openWallet(world, key)
  await landed(
    wallet,
    await wallet.sendTransaction({ to: settlement, data: settlementCall('initiateWithdraw', [config, amountAtomic]) }),
  )
}

const openWallet = (world: TestWorld, key: Hex) =>
  createWalletClient({
    account: privateKeyToAccount(key),
    chain: baseSepolia,
    transport: http(world.evmRpcUrl),
    pollingInterval: 20,
  }).extend(publicActions)

async function landed(wallet: ReturnType<typeof openWallet>, hash: Hex): Promise<void> {
  const receipt = await wallet.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`A test's own transaction failed: ${hash}`)
}
