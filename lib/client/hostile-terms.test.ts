import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/client'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, it } from 'vitest'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { createEvmWallet } from './evm-wallet'
import { refundChannel } from './refund-channel'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const network = 'eip155:84532' as const
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const asset = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const terms = (scheme: string, amount: string, extra: object) => ({
  ...{ scheme, network, amount, asset, payTo, maxTimeoutSeconds: 60 },
  extra: { name: 'USDC', version: '2', ...extra },
})
const channelTerms = (amount: string) =>
  terms('batch-settlement', amount, { receiverAuthorizer: payTo, minDeposit: '50000' })

/** A node of a chain on which nothing has happened: every number is zero. */
const node = createServer((request, response) => {
  const answer = ({ id, method }: { id: number; method: string }) => ({
    jsonrpc: '2.0',
    id,
    result: method === 'eth_call' ? `0x${'0'.repeat(128)}` : '0x0',
  })
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const asked = JSON.parse(Buffer.concat(parts).toString())
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
  })
})
await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
const rpcUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
afterAll(() => {
  node.closeAllConnections()
  node.close()
})

it('signs no approval beside a payment', async () => {
  const { schemes } = createEvmWallet({ account, networks: [network], rpcUrls: { [network]: rpcUrl } })
  const upto = schemes.find(({ client }) => client.scheme === 'upto')?.client
  const requirements = terms('upto', '100', { facilitatorAddress: payTo })
  const extensions = { erc20ApprovalGasSponsoring: { info: { description: 'x', version: '1' }, schema: {} } }
  const signed = await upto?.createPaymentPayload(2, requirements, { extensions })
  expect(signed).toMatchObject({ payload: { permit2Authorization: { from: account.address } } })
  expect(signed).not.toHaveProperty('extensions')
})

it.each([200, 500])('tells a refund that the seller refused by %i as one', async (status) => {
  const storage = { get: async () => ({ balance: '50000', chargedCumulativeAmount: '100' }), set: async () => {} }
  const client = new BatchSettlementEvmScheme(account, { storage: { ...storage, delete: async () => {} } })
  const wallet = { address: account.address, networks: [network], schemes: [{ network, client }], signer: account }
  const refusal = { success: false, errorReason: 'unexpected_settle_error', transaction: '', network, amount: '49900' }
  const seller: typeof fetch = async (_, init) => {
    if (new Headers(init?.headers).has('payment-signature'))
      return new Response(null, { status, headers: { 'payment-response': encodeHeader(refusal) } })
    const asked = { x402Version: 2, resource: { url: 'http://seller.example/' }, accepts: [channelTerms('100')] }
    return new Response(null, { status: 402, headers: { 'payment-required': encodeHeader(asked) } })
  }
  expect(await refundChannel([wallet], 'http://seller.example/', null, seller)).toEqual({
    kind: 'failed',
    message: 'Refund failed: unexpected_settle_error',
  })
})
