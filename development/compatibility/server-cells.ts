import type { Family, ServerCell } from './cell'

type Given = Partial<Omit<ServerCell, 'kind' | 'family' | 'program' | 'packages'>>

const familyWords = { evm: 'Base Sepolia', svm: 'Solana devnet', avm: 'Algorand testnet' } as const

/** Sells by `exact` for $0.001, unless it is given something else. */
const cellOf = (packages: string[], program: string, family: Family, given: Given = {}): ServerCell => ({
  ...{ kind: 'server', packages, program: `servers/${program}.mjs`, family, priceAtomic: 1_000n, isListed: false },
  what: `exact, ${familyWords[family]}`,
  ...given,
})

const listed = { isListed: true } as const

export const serverCells: ServerCell[] = [
  cellOf(['@x402/express'], 'express', 'evm', { ...listed, what: 'exact with a path parameter, Base Sepolia' }),
  cellOf(['@x402/express'], 'express', 'svm', listed),
  cellOf(['@x402/express'], 'express', 'evm', {
    ...listed,
    ...{ what: 'upto, Base Sepolia', scheme: 'UptoEvmScheme', priceAtomic: 3_000n, given: { scheme: 'upto' } },
  }),
  cellOf(['@x402/express'], 'express', 'evm', {
    ...listed,
    ...{
      what: 'exact, paid before the answer, Base Sepolia',
      given: { option: { extra: { paymentFlow: 'upfront' } } },
    },
  }),
  cellOf(['@x402/hono'], 'hono', 'evm', listed),
  cellOf(['@x402/hono'], 'hono', 'svm', listed),
  cellOf(['@x402/next'], 'next', 'evm', listed),
  cellOf(['@payai/facilitator', '@x402/express'], 'express', 'evm', {
    ...listed,
    given: { config: '@payai/facilitator', configExport: 'createFacilitatorConfig' },
  }),
  cellOf(['@faremeter/middleware', '@faremeter/info'], 'faremeter', 'evm'),
  cellOf(['@faremeter/middleware', '@faremeter/info'], 'faremeter', 'svm'),
  cellOf(['x402-solana'], 'x402-solana', 'svm'),
  cellOf(['@dexterai/x402'], 'dexter', 'evm'),
  cellOf(['@dexterai/x402'], 'dexter', 'svm'),
  cellOf(['mppx'], 'mppx', 'evm'),
  cellOf(['agents'], 'agents', 'evm', { what: 'an MCP tool, Base Sepolia', buysItself: true }),
  cellOf(['@openfacilitator/sdk'], 'facilitator-clients', 'evm', {
    ...{ what: 'verify, settle, settle again', buysItself: true, given: { library: '@openfacilitator/sdk' } },
  }),
  cellOf(['uvd-x402-sdk'], 'facilitator-clients', 'evm', {
    ...{ what: 'verify, settle, settle again', buysItself: true, given: { library: 'uvd-x402-sdk/backend' } },
    known: { fault: 'theirs', why: 'its `settle()` calls every answer of status 200 a success, also a refusal' },
  }),
  cellOf(['x402-express'], 'version-1', 'evm', {
    buyer: 'clients/version-1.mjs',
    known: {
      fault: 'ours',
      why: 'by decision: the facilitator settles version 2 only, and says `invalid_x402_version`',
    },
  }),
]
