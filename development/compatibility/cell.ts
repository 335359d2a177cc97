export type Family = 'evm' | 'svm' | 'avm'

/** One program of others, run once. `packages` names what is tried, the first as the row's head. */
type Tried = {
  packages: readonly string[]
  /** The row's second column: what the program does. */
  what: string
  /** Under `programs/`. */
  program: string
  /** Given to the program beside addresses and keys. */
  given?: Readonly<Record<string, unknown>>
  /** A cell that is known not to work, and why; absent where it must. */
  known?: { fault: 'theirs' | 'ours'; why: string }
}

export type ClientCell = Tried & {
  kind: 'client'
  family: Family
  /** On the site. */
  path: string
  /** Leaves the payer, in atomic units of USDC. */
  priceAtomic: bigint
}

export type ServerCell = Tried & {
  kind: 'server'
  family: Family
  priceAtomic: bigint
  /** The program that buys, where it is not the SDK's newest fetch. */
  buyer?: string
  /** The scheme that the buyer pays by; `exact` where absent. */
  scheme?: 'UptoEvmScheme'
  /** The sale is looked up in the bazaar: the package declares it. */
  isListed: boolean
  /** The program buys too: sellers of MCP tools are not bought by a stock HTTP buyer. */
  buysItself?: boolean
}

export type ReaderCell = Tried & { kind: 'reader' }

export type Cell = ClientCell | ServerCell | ReaderCell

/** Empty where it worked; else what was seen. */
export type Outcome = { cell: Cell; fault: string }

/** True where a cell that must work did not. */
export const isUnexpected = ({ cell, fault }: Outcome): boolean => fault !== '' && cell.known === undefined
