import { generateKeyPairSigner } from '@solana/kit'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createStockBuyer, type StockBuyer } from '@/development/testing/test-buyer'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { encodeHeader, parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'

/** A wallet with money on the server's chain. */
export async function openBuyer({ evmRpcUrl }: BenchServer, key = generatePrivateKey()): Promise<StockBuyer> {
  const order = { network: BASE_SEPOLIA, address: privateKeyToAccount(key).address }
  await fundDevnetWallet({ [BASE_SEPOLIA]: evmRpcUrl }, order)
  return createStockBuyer({ evm: { key, rpcUrl: evmRpcUrl } })
}

/** The same with Solana's money. */
export async function openSolanaBuyer({ svmRpcUrl }: BenchServer): Promise<StockBuyer> {
  const signer = await generateKeyPairSigner()
  const order = { network: SOLANA_DEVNET, address: signer.address, includesGas: false }
  await fundDevnetWallet({ [SOLANA_DEVNET]: svmRpcUrl }, order)
  return createStockBuyer({ svm: { signer, rpcUrl: svmRpcUrl } })
}

export async function openBuyers(
  server: BenchServer,
  count: number,
  open: (server: BenchServer) => Promise<StockBuyer> = openBuyer,
): Promise<StockBuyer[]> {
  const buyers: StockBuyer[] = []
  while (buyers.length < count) buyers.push(await open(server))
  return buyers
}

/** Signs that many payments for the server's resource, by the buyers in turn, with the SDK's client. */
export async function signPayments(
  server: BenchServer,
  buyers: StockBuyer[],
  count: number,
  network: string = BASE_SEPOLIA,
): Promise<PaymentPayload[]> {
  const response = await fetch(server.url)
  await response.text()
  const parsed = parseHeader(response.headers.get('payment-required') ?? '')
  if (!parsed.ok) throw new Error(`${server.url} answered ${response.status} without terms.`)
  const terms = parsed.value as PaymentRequired // This run started that server.
  const accepts = terms.accepts.filter((option) => option.network === network)
  const payments: PaymentPayload[] = []
  while (payments.length < count) {
    const buyer = buyers[payments.length % buyers.length]
    if (!buyer) throw new Error('Expected a buyer.')
    payments.push(await buyer.signTerms({ ...terms, accepts }))
  }
  return payments
}

export const paymentHeaders = (payment: PaymentPayload) => ({ 'payment-signature': encodeHeader(payment) })

/** A running server with a paid resource: ours or another maker's. */
export type BenchServer = {
  origin: string
  /** The paid resource: a tenth of a cent, with sign-in. */
  url: string
  pid: number
  evmRpcUrl: string
  svmRpcUrl: string
  /** Restores a server that has left requests without an answer. */
  recover?: () => Promise<void>
}
