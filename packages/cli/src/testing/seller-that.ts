import type { RequestListener } from 'node:http'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { encodeHeader } from '@/lib/base/x402/header-codec'

const option = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '1000',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  maxTimeoutSeconds: 60,
  extra: { name: 'USDC', version: '2' },
}

/** The header that says that a payment to this seller settled. */
export const settled = {
  'payment-response': encodeHeader({
    success: true,
    transaction: '0x01',
    network: option.network,
    amount: option.amount,
  }),
}

/** A seller that asks for a payment of $0.001 and gives that answer to one. `asked` are the requests that it has had. */
export async function sellerThat(answer: RequestListener) {
  const asked: { path: string; isPaid: boolean }[] = []
  const { origin } = await serveNode((request, response) => {
    const isPaid = request.headers['payment-signature'] !== undefined
    asked.push({ path: request.url ?? '', isPaid })
    if (isPaid) return answer(request, response)
    const challenge = encodeHeader({ x402Version: 2, resource: { url: 'http://seller/x' }, accepts: [option] })
    response.writeHead(402, { 'payment-required': challenge }).end()
  })
  return { asked, origin, url: `${origin}/x` }
}
