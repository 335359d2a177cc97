import type { BrowserWallet } from '@/lib/site/browser/browser-wallet'
import type { Translate } from '@/lib/site/messages/translate'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'

/** The connect button's label: it names the wallet of an earlier visit. */
export function connectLabel(
  t: Translate<'wallet'>,
  { remembered }: Extract<BrowserWallet, { status: 'disconnected' }>,
): string {
  if (!remembered) return t('connect')
  return t('continueAs', { address: shortenMiddle(remembered.address, { head: 6, tail: 4 }) })
}
