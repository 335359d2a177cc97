import { createKeyPairSignerFromBytes } from '@solana/kit'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import bs58 from 'bs58'
import { privateKeyToAccount } from 'viem/accounts'

/**
 * A buyer as @x402/fetch's own documentation writes one, in a process of its own: pays for the URL in its argument
 * and prints status, body and decoded PAYMENT-RESPONSE as JSON.
 */
const [url = ''] = process.argv.slice(2)
const { EVM_KEY, SVM_KEY, SVM_RPC_URL } = process.env

const client = new x402Client()
if (EVM_KEY) client.register('eip155:*', new ExactEvmScheme(privateKeyToAccount(EVM_KEY as `0x${string}`)))
if (SVM_KEY) {
  const signer = await createKeyPairSignerFromBytes(bs58.decode(SVM_KEY))
  client.register('solana:*', new ExactSvmScheme(signer, { rpcUrl: SVM_RPC_URL }))
}

const response = await wrapFetchWithPayment(fetch, client)(url)
const settled = response.headers.get('payment-response')
console.log(
  JSON.stringify({
    status: response.status,
    body: await response.json(),
    settled: settled ? decodePaymentResponseHeader(settled) : null,
  }),
)
