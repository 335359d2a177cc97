const shared = globalThis as typeof globalThis & { turnpikeWalletServices?: boolean }

/** Lets pages reach wallets outside of the browser, by the policy that each of them gets. The site calls it once, as it starts. */
export function openWalletServices(): void {
  shared.turnpikeWalletServices = true
}

export const hasOpenWalletServices = (): boolean => shared.turnpikeWalletServices === true
