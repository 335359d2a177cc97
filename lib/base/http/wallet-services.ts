const shared = globalThis as typeof globalThis & { turnpikeWalletServices?: boolean }

/** Lets pages reach wallets outside the browser, by each page's security policy. Call it once, at the start. */
export function openWalletServices(): void {
  shared.turnpikeWalletServices = true
}

export const hasOpenWalletServices = (): boolean => shared.turnpikeWalletServices === true
