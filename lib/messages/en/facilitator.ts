/** The facilitator's page. */
export const facilitator = {
  title: 'Facilitator',
  description: 'Verifies and settles x402 payments.',
  intro:
    'It checks payments and settles them on their network, for this site and for {needsKey, select, true {x402 servers that have a key} other {any other x402 server}}. It pays the fees of the network and never holds a buyer’s money.',
  point: {
    title: 'Point your server here',
    about: 'Any server that speaks x402 version 2 works, unchanged: express, hono, Next.js or your own.',
    url: 'facilitator URL',
    example: 'example for a server',
    key: 'This facilitator asks for an API key. Its operator gives you one.',
    openapi: 'Read the endpoints as OpenAPI',
  },
  networks: {
    title: 'Networks',
    network: 'Network',
    identifier: 'Identifier',
    schemes: 'Schemes',
    state: 'State',
    noneTitle: 'No network yet',
    none: 'This facilitator settles on no network yet. Those that it serves appear here, each with its state.',
    ok: 'Settling',
    degraded: 'Low on gas',
    behind: 'Chain was reset',
    unreachable: 'Out of reach',
  },
  settlements: {
    title: 'Last settlements',
    when: 'When',
    amount: 'Amount',
    transaction: 'Transaction',
    transactionId: 'transaction',
    atomicUnits: '{amount} atomic units',
    noneTitle: 'Nothing settled yet',
    none: 'The first payment that goes through this facilitator appears here, with its transaction.',
    bazaar: 'See what can be bought',
  },
} as const
