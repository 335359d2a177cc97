import type { BrowserWallet } from '@/lib/browser/browser-wallet'
import { shortenMiddle } from '@/lib/ui/shorten-middle'

/** Words of the button that connects a wallet: they name the one of an earlier visit. */
export function connectLabel({ remembered }: Extract<BrowserWallet, { status: 'disconnected' }>): string {
  return remembered ? `Continue as ${shortenMiddle(remembered.address, { head: 6, tail: 4 })}` : 'Connect wallet'
}
