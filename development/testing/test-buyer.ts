import type { KeyPairSigner } from '@solana/kit'
import { x402Client, x402HTTPClient } from '@x402/core/client'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import { toClientEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { readerAt, usdcBalance } from '@/development/devnet/testing/evm-parties'
import { fundedSigner } from '@/development/devnet/testing/svm-parties'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
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
  const signer = await fundedSigner(world.svmRpcUrl, amountAtomic, true)
  return { ...createStockBuyer({ svm: { signer, rpcUrl: world.svmRpcUrl } }), address: signer.address }
}

export const readUsdc = ({ evmRpcUrl }: Pick<TestWorld, 'evmRpcUrl'>, address: Address): Promise<bigint> =>
  usdcBalance(evmRpcUrl, address)

export type StockBuyer = ReturnType<typeof createStockBuyer>
export type BuyerPayment = Awaited<ReturnType<StockBuyer['sign']>>

export type StockBuyerKeys = {
  evm?: { key: Hex; rpcUrl: string }
  svm?: { signer: KeyPairSigner; rpcUrl: string }
}

/** Builds a buyer for the given keys. The SDK's own spending cap is off: tests sign any amount. */
export function createStockBuyer({ evm, svm }: StockBuyerKeys) {
  const client = new x402Client()
  client.setSpendControls(false)
  if (evm) {
    const signer = toClientEvmSigner(privateKeyToAccount(evm.key), readerAt(evm.rpcUrl))
    client.register('eip155:*', new ExactEvmScheme(signer)).register('eip155:*', new UptoEvmScheme(signer))
  }
  if (svm) client.register('solana:*', new ExactSvmScheme(svm.signer, { rpcUrl: svm.rpcUrl }))
  const httpClient = new x402HTTPClient(client)
  return {
    /** Asks for the terms of `url` and signs one payment for them, without sending it. */
    async sign(url: string, init?: RequestInit) {
      const response = await fetch(url, init)
      const header = response.headers.get('payment-required')
      if (response.status !== 402 || !header) throw new Error(`${url} answered ${response.status}, not 402.`)
      const paymentRequired = decodePaymentRequiredHeader(header)
      const payload = await client.createPaymentPayload(paymentRequired)
      return { headers: httpClient.encodePaymentSignatureHeader(payload), payload, paymentRequired }
    },
    /** Signs one payment for terms that came another way, such as in an MCP result. */
    signTerms: (paymentRequired: PaymentRequired): Promise<PaymentPayload> =>
      client.createPaymentPayload(paymentRequired),
  }
}
