import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'
import { cell, endWith } from '../cell.mjs'

/** The SDK's parts by hand, without a wrapped fetch; `@payai/x402` hands on the same. */
const { x402Client, x402HTTPClient } = await import(`${cell.packages.core}/client`)
const client = new x402Client().register('eip155:*', new ExactEvmScheme(privateKeyToAccount(cell.evmKey)))
const http = new x402HTTPClient(client)
const asked = await fetch(cell.url)
const terms = http.getPaymentRequiredResponse((name) => asked.headers.get(name), await asked.json())
const headers = http.encodePaymentSignatureHeader(await client.createPaymentPayload(terms))
const answer = await fetch(cell.url, { headers })
http.getPaymentSettleResponse((name) => answer.headers.get(name))
await endWith(answer)
