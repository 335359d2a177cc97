import { x402Client, x402HTTPClient } from '@x402/core/client'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { decodePaymentResponseHeader, wrapFetchWithPayment } from '@x402/fetch'
import { createPublicClient, erc20Abi, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { fund, USDC } from '../wallets/evm-wallet'

/** A new wallet with a dollar that pays by the SDK's own client, without a browser. */
export async function openPayingWallet() {
  const account = privateKeyToAccount(generatePrivateKey())
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
  const chain = createPublicClient({ transport: http(process.env.E2E_EVM_RPC_URL) })
  await fund(account.address)
  return {
    address: account.address,
    fetch: wrapFetchWithPayment(fetch, client),
    /** The headers of one payment for what `url` asks, which is not sent. */
    sign: async (url: string, method = 'GET'): Promise<Record<string, string>> => {
      const response = await fetch(url, { method })
      const terms = decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '')
      return new x402HTTPClient(client).encodePaymentSignatureHeader(await client.createPaymentPayload(terms))
    },
    balance: () =>
      chain.readContract({ address: USDC, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] }),
  }
}

/** A stranger buys what is there. */
export async function buy(url: string) {
  const answer = await (await openPayingWallet()).fetch(url)
  const settled = answer.headers.get('payment-response')
  return {
    status: answer.status,
    text: await answer.text(),
    settled: settled ? decodePaymentResponseHeader(settled) : null,
  }
}
