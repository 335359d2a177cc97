import { ExactEvmScheme } from '@x402/evm/exact/client'
import { type Address, encodeDeployData, type Hex, type PrivateKeyAccount, zeroAddress } from 'viem'
import { type ContractName, readContractArtifacts } from '@/development/devnet/evm/contract-artifacts'
import { walletAt } from '@/development/devnet/testing/evm-parties'
import type { FundRequest } from '@/lib/base/chains/devnet-faucet'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'

type Chain = {
  rpcUrl: string
  /** Pays for the attacker's transactions. */
  attacker: PrivateKeyAccount
  faucet(request: Pick<FundRequest, 'address' | 'amountAtomic'>): Promise<unknown>
}

/** A wallet with money whose code approves any signature, after burning that much gas. */
export async function openBurningWallet({ rpcUrl, attacker, faucet }: Chain, gas: bigint): Promise<Address> {
  const address = await deploy({ rpcUrl, attacker }, 'GasBurningWallet', [gas])
  await faucet({ address, amountAtomic: 1_000_000n })
  return address
}

export async function deploy(
  { rpcUrl, attacker }: Omit<Chain, 'faucet'>,
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

/** A payment by a wallet whose code does not check the signature. */
export async function payUnsigned(address: Address, requirements: PaymentRequirements): Promise<PaymentPayload> {
  const scheme = new ExactEvmScheme({ address, signTypedData: async () => ANY_SIGNATURE })
  const { payload } = await scheme.createPaymentPayload(2, requirements)
  return { x402Version: 2, accepted: requirements, payload }
}
