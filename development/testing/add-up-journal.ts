type Entry = {
  network: string
  asset: string
  postings: { account: string; debitAtomic: string; creditAtomic: string }[]
}

/** Debits less credits of a journal in JSON Lines, by account without its address or route; each entry must balance. */
export function addUpJournal(text: string): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  for (const line of text.trim().split('\n')) {
    const { postings }: Entry = JSON.parse(line)
    let left = 0n
    for (const { account, debitAtomic, creditAtomic } of postings) {
      const name = account.replace(/ (0x\S+|[A-Z]+ \/.*)$/, '')
      const amount = BigInt(debitAtomic) - BigInt(creditAtomic)
      sums[name] = (sums[name] ?? 0n) + amount
      left += amount
    }
    if (left !== 0n) throw new Error(`Expected an entry that balances, got ${line}.`)
  }
  return sums
}

/** The query of a journal that ends now. */
export function lastDayQuery(): string {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  return `?${new URLSearchParams({ from: at(-86_400_000), until: at(60_000) })}`
}
