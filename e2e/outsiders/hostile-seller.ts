import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script> zebrafish oracle \u202egnp'

/** A server that asks for money and writes hostile texts into its own listing. */
export async function startHostileSeller(): Promise<{ url: string; text: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    const url = `http://${request.headers.host}${request.url}`
    const challenge = {
      x402Version: 2,
      error: 'Payment required',
      resource: { url, description: hostile, mimeType: 'text/html', serviceName: '<b>Zebra</b>', tags: ['"><i>x'] },
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:84532',
          amount: '1234',
          asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
          payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
          maxTimeoutSeconds: 60,
          extra: { name: 'USDC', version: '2' },
        },
      ],
      extensions: {
        bazaar: {
          info: { input: { type: 'http', method: 'GET', queryParams: { '<u>fin</u>': '</pre><script>1</script>' } } },
          schema: { type: 'object' },
        },
      },
    }
    const header = Buffer.from(JSON.stringify(challenge)).toString('base64')
    response.writeHead(402, { 'payment-required': header, 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/zebrafish/${'long-'.repeat(30)}name`,
    text: '<img src=x onerror="document.title=1">',
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
