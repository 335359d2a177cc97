import { useTranslations } from 'next-intl'
import type { BrowserWallet } from '@/lib/site/browser/browser-wallet'
import { Button } from '@/lib/site/ui/button'

/** Says what a wallet that signs payments but no messages cannot do, before it is asked to. */
export function CannotSign({ wallet, isSignIn }: { wallet: BrowserWallet; isSignIn: boolean }) {
  const t = useTranslations('wallet.cannotSign')
  if (wallet.status !== 'connected' || wallet.canSignMessages) return null
  if (!isSignIn) return <p className="text-small">{t('toPay', { name: wallet.name })}</p>
  return (
    <div className="grid justify-items-start gap-3">
      <p>{t('toSignIn', { name: wallet.name })}</p>
      <Button onClick={() => void wallet.disconnect()}>{t('other')}</Button>
    </div>
  )
}
