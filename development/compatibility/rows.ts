export type RowFamily = 'evm' | 'svm' | 'avm'

export type CompatibilityRow = {
  kind: 'client' | 'server' | 'reader'
  /** The first is the row's head. */
  packages: readonly string[]
  /** The row's second column: what the program does. */
  what: string
  /** Under `programs/`. */
  program: string
  /** Given to the program beside addresses and keys. */
  given?: Readonly<Record<string, unknown>>
  family?: RowFamily
  path?: string
  /** Leaves the payer, and reaches the seller, in atomic units of USDC. */
  priceAtomic?: bigint
  /** The program that buys at a server, where it is not the SDK's newest fetch. */
  buyer?: string
  /** The scheme that the buyer at a server pays by; `exact` where absent. */
  scheme?: 'UptoEvmScheme'
  /** The sale is looked up in the bazaar: the package declares it. */
  isListed?: boolean
  /** A row that is known not to work, and why; absent where it must. */
  known?: { fault: 'theirs' | 'ours'; why: string }
}

/** Empty where it worked; else what was seen. */
export type CompatibilityOutcome = { row: CompatibilityRow; fault: string }

export const isUnexpected = ({ row, fault }: CompatibilityOutcome): boolean => fault !== '' && row.known === undefined

const networks = { evm: 'Base Sepolia', svm: 'Solana devnet', avm: 'Algorand testnet' } as const

type More = Partial<CompatibilityRow>

/** Buys the weather by `exact`, unless it is given something else. */
const client = (packages: string[], program: string, family: RowFamily, more: More = {}): CompatibilityRow => ({
  kind: 'client',
  packages,
  program: `clients/${program}.mjs`,
  family,
  path: '/weather?city=Lisbon',
  what: `exact, ${networks[family]}`,
  ...more,
})

/** Sells by `exact` for $0.001, unless it is given something else. */
const server = (packages: string[], program: string, family: RowFamily, more: More = {}): CompatibilityRow => ({
  kind: 'server',
  packages,
  program: `servers/${program}.mjs`,
  family,
  what: `exact, ${networks[family]}`,
  ...more,
})

const reader = (packages: string[], program: string, what: string): CompatibilityRow => ({
  kind: 'reader',
  packages,
  program: `readers/${program}.mjs`,
  what,
})

const families = ['evm', 'svm'] as const
const sdk = (schemePackage: string, scheme?: string) => ({ packages: { fetch: '@x402/fetch', schemePackage, scheme } })

/** The SDK's fetch of earlier releases: their packages are installed under other names beside the newest. */
const earlier = (['2-20', '2-9', '2-3'] as const).flatMap((release) =>
  families.map((family) => {
    const fetch = `x402-fetch-${release}`
    const packages = { fetch, schemePackage: `x402-${family}-${release}/exact/client` }
    return client([fetch], 'sdk', family, { given: { packages } })
  }),
)

const summary: More = {
  path: '/api/summarize',
  what: 'upto with a sponsored approval, Base Sepolia',
  priceAtomic: 10_000n,
  given: {
    ...sdk('@x402/evm/upto/client', 'UptoEvmScheme'),
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'A toll is paid at the gate. The gate opens. The road goes on.' }),
    },
  },
}
const besideChannels = { path: '/api/random', priceAtomic: 100n, what: 'exact beside channels, Base Sepolia' }
const paidFirst = {
  what: 'exact, paid before the answer, Base Sepolia',
  given: { option: { extra: { paymentFlow: 'upfront' } } },
}
const upto: More = {
  what: 'upto, Base Sepolia',
  scheme: 'UptoEvmScheme',
  priceAtomic: 3_000n,
  given: { scheme: 'upto' },
}
const isListed = true
const version1: More['known'] = {
  fault: 'ours',
  why: 'by decision: the facilitator settles version 2 only, and says `invalid_x402_version`',
}
const faremeter = {
  evm: ['@faremeter/fetch', '@faremeter/payment-evm', '@faremeter/wallet-evm'],
  svm: ['@faremeter/fetch', '@faremeter/payment-solana', '@faremeter/wallet-solana'],
}
const documents = 'the four OpenAPI documents'

export const compatibilityRows: CompatibilityRow[] = [
  client(['@x402/fetch', '@x402/evm'], 'sdk', 'evm', { given: sdk('@x402/evm/exact/client') }),
  client(['@x402/fetch', '@x402/svm'], 'sdk', 'svm', { given: sdk('@x402/svm/exact/client') }),
  client(['@x402/fetch', '@x402/avm'], 'sdk', 'avm', { given: sdk('@x402/avm/exact/client') }),
  client(['@x402/fetch', '@x402/evm'], 'sdk', 'evm', summary),
  ...earlier,
  ...families.map((family) => client(['@x402/axios'], 'axios', family)),
  ...['@x402/core', '@payai/x402'].map((core) => client([core], 'core', 'evm', { given: { packages: { core } } })),
  ...families.map((family) => client(faremeter[family], 'faremeter', family)),
  client(['x402-solana'], 'x402-solana', 'svm'),
  ...families.map((family) => client(['@dexterai/x402'], 'dexter', family)),
  client(['@dexterai/x402'], 'dexter', 'evm', besideChannels),
  client(['mppx'], 'mppx', 'evm'),
  client(['agents'], 'agents', 'evm', { what: 'an MCP tool, Base Sepolia' }),
  ...['x402-fetch', 'x402-axios'].flatMap((library) =>
    families.map((family) => client([library], 'version-1', family, { given: { packages: { library } } })),
  ),

  server(['@x402/express'], 'express', 'evm', { isListed, what: 'exact with a path parameter, Base Sepolia' }),
  server(['@x402/express'], 'express', 'svm', { isListed }),
  server(['@x402/express'], 'express', 'evm', { isListed, ...upto }),
  server(['@x402/express'], 'express', 'evm', { isListed, ...paidFirst }),
  ...families.map((family) => server(['@x402/hono'], 'hono', family, { isListed })),
  server(['@x402/next'], 'next', 'evm', { isListed }),
  server(['@payai/facilitator', '@x402/express'], 'express', 'evm', {
    isListed,
    given: { config: '@payai/facilitator', configExport: 'createFacilitatorConfig' },
  }),
  ...families.map((family) => server(['@faremeter/middleware', '@faremeter/info'], 'faremeter', family)),
  server(['x402-solana'], 'x402-solana', 'svm'),
  ...families.map((family) => server(['@dexterai/x402'], 'dexter', family)),
  server(['mppx'], 'mppx', 'evm'),
  server(['x402-express'], 'version-1', 'evm', { buyer: 'clients/version-1.mjs', known: version1 }),

  reader(['@x402/extensions'], 'bazaar', "the bazaar's list by pages, and a search"),
  reader(['@x402/core', '@x402/extensions'], 'terms', 'the terms of every address in `/.well-known/x402`'),
  reader(['@agentcash/discovery'], 'agentcash', 'discovery, a check, the audit of `/openapi.json`'),
  reader(['@apidevtools/swagger-parser'], 'swagger-parser', documents),
  reader(['@redocly/openapi-core'], 'redocly', `${documents}, recommended rules`),
  reader(['@modelcontextprotocol/inspector'], 'inspector', '`/mcp` and `/mcp/discovery`: tools, and an unpaid call'),
  reader(['html-validate'], 'html-validate', 'six pages, standard rules'),
]
