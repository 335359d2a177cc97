/** One account's balances; an asset with a zero balance is still one that it opted in to. */
export type AvmAccount = { microAlgos: bigint; assets: Map<bigint, bigint> }

export type Accounts = Map<string, AvmAccount>

/** Changes that are tried on copies: nothing reaches the accounts until `commit`. */
export type Draft = {
  /** The account's copy in this draft; an unknown one starts empty. */
  open(address: string): AvmAccount
  touched(): [string, AvmAccount][]
  commit(): void
}

export function draftOf(accounts: Accounts): Draft {
  const copies = new Map<string, AvmAccount>()
  return {
    open(address) {
      const existing = copies.get(address)
      if (existing) return existing
      const account = accounts.get(address)
      const copy = { microAlgos: account?.microAlgos ?? 0n, assets: new Map(account?.assets ?? []) }
      copies.set(address, copy)
      return copy
    },
    touched: () => [...copies],
    commit() {
      for (const [address, account] of copies) accounts.set(address, account)
    },
  }
}
