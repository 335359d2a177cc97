import { x402Client } from '@x402/core/client'
import { x402Facilitator } from '@x402/core/facilitator'
import type { Network } from '@x402/core/types'
import { toClientEvmSigner, toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme as ExactPayer } from '@x402/evm/exact/client'
import { ExactEvmScheme as ExactSettler } from '@x402/evm/exact/facilitator'
import { ExactEvmSchemeV1 as Version1Settler } from '@x402/evm/exact/v1/facilitator'
import { UptoEvmScheme as UptoPayer } from '@x402/evm/upto/client'
import { UptoEvmScheme as UptoSettler } from '@x402/evm/upto/facilitator'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  erc20Abi,
  http,
  type LocalAccount,
  nonceManager,
  publicActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { CHAIN_ID, localAddresses, usdc } from '../evm/canonical-addresses'

export { usdc } from '../evm/canonical-addresses'

export const EVM_NETWORK = 'eip155:84532'

export const usdcDomain = { name: 'USDC', version: '2', chainId: CHAIN_ID, verifyingContract: usdc } as const

export const freshAccount = () => privateKeyToAccount(generatePrivateKey(), { nonceManager })

export const walletAt = (rpcUrl: string, account: LocalAccount) =>
  createWalletClient({ account, chain: baseSepolia, transport: http(rpcUrl), pollingInterval: 20 }).extend(
    publicActions,
  )

export const readerAt = (rpcUrl: string) =>
  createPublicClient({ chain: baseSepolia, transport: http(rpcUrl), pollingInterval: 20 })

export const usdcBalance = (rpcUrl: string, owner: Address) =>
  readerAt(rpcUrl).readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

/** The stock facilitator with `gas` as its wallet; it accepts wallets made by the local factory. */
export function evmFacilitator(rpcUrl: string, gas: LocalAccount): x402Facilitator {
  const signer = stockSigner(rpcUrl, gas)
  return new x402Facilitator()
    .register(EVM_NETWORK, new ExactSettler(signer, { eip6492AllowedFactories: [localAddresses.smartWalletFactory] }))
    .register(EVM_NETWORK, new UptoSettler(signer))
    .registerV1('base-sepolia' as Network, new Version1Settler(signer))
    .registerExtension({ key: 'eip2612GasSponsoring' })
}

type PartyWallet = Parameters<typeof toClientEvmSigner>[0]

export function evmPayer(rpcUrl: string, wallet: PartyWallet): x402Client {
  const signer = toClientEvmSigner(wallet, readerAt(rpcUrl))
  const client = new x402Client()
    .register(EVM_NETWORK, new ExactPayer(signer))
    .register(EVM_NETWORK, new UptoPayer(signer))
  return client
}

/** The signer of the stock facilitator on an EVM chain, made as the SDK's documentation shows. */
function stockSigner(rpcUrl: string, account: LocalAccount) {
  const client = createWalletClient({
    account,
    chain: baseSepolia,
    // A timeout on a busy machine would leave a gap in the nonces, behind which everything waits for ever.
    transport: http(rpcUrl, { timeout: 120_000 }),
    pollingInterval: 20,
  }).extend(publicActions)
  return toFacilitatorEvmSigner({
    address: account.address,
    getCode: (call) => client.getCode(call),
    // The upto proxy checks its caller, also in a simulation.
    readContract: (call) => client.readContract({ ...call, account: account.address } as never),
    verifyTypedData: (call) => client.verifyTypedData(call as never),
    writeContract: (call) => client.writeContract(call as never),
    sendTransaction: (call) => client.sendTransaction(call as never),
    waitForTransactionReceipt: (call) => client.waitForTransactionReceipt(call),
  })
}
