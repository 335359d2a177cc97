/** The resource that every server of the benchmark sells, in the words that they share. */
export const challengeRoute = {
  accepts: {
    scheme: 'exact',
    price: '$0.001',
    network: 'eip155:84532',
    payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  },
  signIn: { statement: 'Sign in to read what you have paid for.' },
  bazaar: {
    discoverable: true,
    input: { city: 'Lisbon' },
    inputSchema: { queryParams: { city: { type: 'string', description: 'A city', required: false } } },
    outputSchema: { type: 'object', properties: { city: { type: 'string' } } },
  },
} as const
