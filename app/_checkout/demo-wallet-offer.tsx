'use client'

import { useTranslations } from 'next-intl'
import type { BrowserWallet } from '@/lib/site/browser/browser-wallet'
import { DEMO_WALLET } from '@/lib/site/browser/demo-wallet-name'
import { Button } from '@/lib/site/ui/button'
import { useHasDemoWallet } from '../_site/demo-wallet'

/**
 * In the demo, for those who have no wallet: the built-in one, with one press. It stays beside an earlier visit's
 * wallet, which only the browser knows: a page that became shorter at its start would move the controls during a press.
 */
export function DemoWalletOffer({ wallet }: { wallet: BrowserWallet }) {
  const t = useTranslations('wallet.demo')
  const isHere = useHasDemoWallet()
  if (!isHere || wallet.status !== 'disconnected') return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button onClick={() => wallet.connect?.(DEMO_WALLET)}>{t('use')}</Button>
      <span className="text-small text-quiet">{t('about')}</span>
    </p>
  )
}
