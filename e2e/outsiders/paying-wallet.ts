import { x402Client, x402HTTPClient } from '@x402/core/client'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { type Address, createPublicClient, erc20Abi, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

export type PayingWallet = {
  address: Address
  /** The headers of one payment for what `url` asks, which is not sent. */
  sign: (url: string, method?: string) => Promise<Record<string, string>>
  /** Its test USDC, in atomic units. */
  balance: () => Promise<bigint>
}

/** A new wallet that pays by the SDK's own client, without a browser. */
export function openPayingWallet(rpcUrl: string): PayingWallet {
  const account = privateKeyToAccount(generatePrivateKey())
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
  const chain = createPublicClient({ transport: http(rpcUrl) })
  const address = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
  return {
    address: account.address,
    sign: async (url, method = 'GET') => {
      const response = await fetch(url, { method })
      const terms = decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '')
      return new x402HTTPClient(client).encodePaymentSignatureHeader(await client.createPaymentPayload(terms))
    },
    balance: () => chain.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] }),
  }
}
