import { oncePerProcess } from '@/lib/base/infra/process'

const walletServices = oncePerProcess('wallet services', () => ({ areOpen: false }))

/** Lets pages reach wallets outside the browser, by each page's security policy. Call it once, at the start. */
export function openWalletServices(): void {
  walletServices.areOpen = true
}

export const hasOpenWalletServices = (): boolean => walletServices.areOpen
