import { useTranslations } from 'next-intl'
import type { BrowserWallet } from '@/lib/site/browser/browser-wallet'
import { Notice } from '@/lib/site/ui/notice'
import { messageOfWallet } from './failure-message'

/** Why a wallet that was asked to connect did not; nothing else. */
export function WalletRefusal({ wallet }: { wallet: BrowserWallet }) {
  const t = useTranslations('wallet')
  if (wallet.status !== 'disconnected' || wallet.refusal === null) return null
  const { title, detail } = messageOfWallet(t, wallet.refusal)
  return (
    <Notice tone="refused" title={title} announce="assertive">
      <p>{detail}</p>
    </Notice>
  )
}
