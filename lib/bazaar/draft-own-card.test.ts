import { expect, it } from 'vitest'
import type { RouteTerms } from '@/lib/base/x402/route-terms'
import { draftOwnCard } from './draft-own-card'

const termsOf = (resource: { description?: string; serviceName?: string }): RouteTerms => ({
  method: 'GET',
  challenge: {
    x402Version: 2,
    resource: { url: 'http://localhost:4021/x/ada/tolls', mimeType: 'text/html', ...resource },
    accepts: [
      {
        scheme: 'exact',
        network: 'eip155:84532',
        asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
        amount: '10000',
        payTo: '0x9c85258d9A00C01d00deD98065Ea3840df06B9c3',
        maxTimeoutSeconds: 60,
        extra: { name: 'USDC', version: '2' },
      },
    ],
  },
})

it.each([
  ['the name of its service', { serviceName: 'Tolls', description: 'Rates. By road.' }, 'Tolls', 'Rates. By road.'],
  ['else the first sentence, not its path', { description: 'Rates of tolls. By road.' }, 'Rates of tolls', 'By road.'],
  ['its address, where it says nothing', {}, 'localhost:4021/x/ada/tolls', null],
])('a card is headed by %s, as the row in the bazaar', (_, resource, title, description) => {
  expect(draftOwnCard(termsOf(resource)).card).toMatchObject({ title, description })
})
