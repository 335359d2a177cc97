const shared = globalThis as typeof globalThis & { turnpikeWalletServices?: boolean }

/**
 * Lets pages reach wallets outside the browser, through each page's security policy. The site calls it once, as it
 * starts.
 */
export function openWalletServices(): void {
  shared.turnpikeWalletServices = true
}

export const hasOpenWalletServices = (): boolean => shared.turnpikeWalletServices === true
