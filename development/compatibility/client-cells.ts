import type { ClientCell, Family } from './cell'

const WEATHER = { path: '/weather?city=Lisbon', priceAtomic: 1_000n } as const
const familyWords = { evm: 'Base Sepolia', svm: 'Solana devnet', avm: 'Algorand testnet' } as const

type Given = Partial<Omit<ClientCell, 'kind' | 'family' | 'program' | 'packages'>>

/** Buys the weather by `exact`, unless it is given something else. */
const cellOf = (packages: string[], program: string, family: Family, given: Given = {}): ClientCell => ({
  ...{ kind: 'client', packages, program: `clients/${program}.mjs`, family, ...WEATHER },
  what: `exact, ${familyWords[family]}`,
  ...given,
})

/** The SDK's fetch of one release: its packages are installed under other names beside the newest. */
function sdkCells(version: string): ClientCell[] {
  const name = version.replace(/\.\d+$/, '').replace('.', '-')
  return (['evm', 'svm'] as const).map((family) =>
    cellOf([`x402-fetch-${name}`], 'sdk', family, {
      given: { packages: { fetch: `x402-fetch-${name}`, schemePackage: `x402-${family}-${name}/exact/client` } },
    }),
  )
}

const sdk = (schemePackage: string, scheme?: string) => ({ packages: { fetch: '@x402/fetch', schemePackage, scheme } })

const summary = {
  path: '/api/summarize',
  what: 'upto with a sponsored approval, Base Sepolia',
  priceAtomic: 10_000n,
} as const

const summaryCall = {
  init: {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'A toll is paid at the gate. The gate opens. The road goes on.' }),
  },
}

const randomNumber = { path: '/api/random', priceAtomic: 100n } as const

/** Both families, with the same program. */
const both = (packages: Record<'evm' | 'svm', string[]>, program: string, given?: Given): ClientCell[] =>
  (['evm', 'svm'] as const).map((family) => cellOf(packages[family], program, family, given))

export const clientCells: ClientCell[] = [
  cellOf(['@x402/fetch', '@x402/evm'], 'sdk', 'evm', { given: sdk('@x402/evm/exact/client') }),
  cellOf(['@x402/fetch', '@x402/svm'], 'sdk', 'svm', { given: sdk('@x402/svm/exact/client') }),
  cellOf(['@x402/fetch', '@x402/avm'], 'sdk', 'avm', { given: sdk('@x402/avm/exact/client') }),
  cellOf(['@x402/fetch', '@x402/evm'], 'sdk', 'evm', {
    ...summary,
    given: { ...sdk('@x402/evm/upto/client', 'UptoEvmScheme'), ...summaryCall },
  }),
  ...['2.20.0', '2.9.0', '2.3.0'].flatMap(sdkCells),
  ...both({ evm: ['@x402/axios'], svm: ['@x402/axios'] }, 'axios'),
  cellOf(['@x402/core'], 'core', 'evm', { given: { packages: { core: '@x402/core' } } }),
  cellOf(['@payai/x402'], 'core', 'evm', { given: { packages: { core: '@payai/x402' } } }),
  ...both(
    {
      evm: ['@faremeter/fetch', '@faremeter/payment-evm', '@faremeter/wallet-evm'],
      svm: ['@faremeter/fetch', '@faremeter/payment-solana', '@faremeter/wallet-solana'],
    },
    'faremeter',
  ),
  cellOf(['x402-solana'], 'x402-solana', 'svm'),
  ...both({ evm: ['@dexterai/x402'], svm: ['@dexterai/x402'] }, 'dexter'),
  cellOf(['@dexterai/x402'], 'dexter', 'evm', { ...randomNumber, what: 'exact beside channels, Base Sepolia' }),
  cellOf(['mppx'], 'mppx', 'evm'),
  cellOf(['agents'], 'agents', 'evm', { what: 'an MCP tool, Base Sepolia' }),
  cellOf(['x402'], 'version-1-core', 'evm'),
  ...both({ evm: ['x402-fetch'], svm: ['x402-fetch'] }, 'version-1', {
    given: { packages: { library: 'x402-fetch' } },
  }),
  ...both({ evm: ['x402-axios'], svm: ['x402-axios'] }, 'version-1', {
    given: { packages: { library: 'x402-axios' } },
  }),
  cellOf(['@b3dotfun/anyspend-x402-fetch'], 'anyspend', 'evm'),
  cellOf(['x402-client'], 'import', 'evm', {
    given: { packages: { library: 'x402-client' } },
    known: { fault: 'theirs', why: 'its `dist/index.js` does not load: a SyntaxError on line 31' },
  }),
  cellOf(['x402-mcp', '@ai-sdk/mcp'], 'x402-mcp', 'evm', { what: 'an MCP tool, Base Sepolia' }),
]
