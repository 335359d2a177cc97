import { eip3009ABI } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { type Address, encodeDeployData, type Hex, type PrivateKeyAccount, parseSignature, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type ContractName, readContractArtifacts } from '@/development/devnet/evm/contract-artifacts'
import { EVM_NETWORK, freshAccount, readerAt, usdc, walletAt } from '@/development/devnet/testing/evm-parties'
import { type FundRequest, fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { testWorld } from './test-world'

type AttackedChain = {
  rpcUrl: string
  attacker: PrivateKeyAccount
  faucet(request: Pick<FundRequest, 'address' | 'amountAtomic'>): Promise<unknown>
}

/** A wallet with money whose code approves any signature, after burning that much gas. */
export async function openBurningWallet({ rpcUrl, attacker, faucet }: AttackedChain, gas: bigint): Promise<Address> {
  const address = await deploy({ rpcUrl, attacker }, 'GasBurningWallet', [gas])
  await faucet({ address, amountAtomic: 1_000_000n })
  return address
}

export async function deploy(
  { rpcUrl, attacker }: Omit<AttackedChain, 'faucet'>,
  contract: ContractName,
  args: unknown[] = [],
): Promise<Address> {
  const { abi, bytecode } = readContractArtifacts()[contract]
  const wallet = walletAt(rpcUrl, attacker)
  const hash = await wallet.sendTransaction({ data: encodeDeployData({ abi, bytecode, args }) })
  const { contractAddress } = await wallet.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('Expected a deployed contract.')
  return contractAddress
}

/** Gives a plain account that contract's code (EIP-7702), sent by the account itself. */
export async function delegate(rpcUrl: string, account: PrivateKeyAccount, contractAddress: Address): Promise<void> {
  const wallet = walletAt(rpcUrl, account)
  const authorization = await wallet.signAuthorization({ contractAddress, executor: 'self' })
  const hash = await wallet.sendTransaction({ to: zeroAddress, authorizationList: [authorization] })
  await wallet.waitForTransactionReceipt({ hash })
}

const ANY_SIGNATURE: Hex = `0x${'11'.repeat(66)}`

export async function payUnsigned(address: Address, requirements: PaymentRequirements): Promise<PaymentPayload> {
  const scheme = new ExactEvmScheme({ address, signTypedData: async () => ANY_SIGNATURE })
  const { payload } = await scheme.createPaymentPayload(2, requirements)
  return { x402Version: 2, accepted: requirements, payload }
}

/** Lands a payment from a third party's wallet, outside of any facilitator, as an observer could. */
export async function settleByStranger(
  { paymentPayload }: { paymentPayload: Pick<PaymentPayload, 'payload'> },
  rpcUrl = testWorld().evmRpcUrl,
): Promise<Hex> {
  const stranger = freshAccount()
  await fundDevnetWallet({ [EVM_NETWORK]: rpcUrl }, { network: EVM_NETWORK, address: stranger.address })
  const { authorization, signature } = paymentPayload.payload as {
    authorization: Record<'from' | 'to' | 'nonce', Hex> & Record<'value' | 'validAfter' | 'validBefore', string>
    signature: Hex
  }
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const { r, s, yParity } = parseSignature(signature)
  const wallet = walletAt(rpcUrl, stranger)
  const hash = await wallet.writeContract({
    address: usdc,
    abi: eip3009ABI,
    functionName: 'transferWithAuthorization',
    args: [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, yParity + 27, r, s],
  })
  await landed(rpcUrl, hash)
  return hash
}

async function landed(rpcUrl: string, hash: Hex): Promise<void> {
  const { status } = await readerAt(rpcUrl).waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`A test's own transaction failed: ${hash}`)
}

/** Sends a test's own transaction from a wallet, and waits until it has landed. */
export async function sendCall(rpcUrl: string, key: Hex, to: Address, data: Hex): Promise<void> {
  await landed(rpcUrl, await walletAt(rpcUrl, privateKeyToAccount(key)).sendTransaction({ to, data }))
}
