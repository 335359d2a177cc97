'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import type { Coin } from '@/lib/site/browser/evm/evm-wallets'
import { loadWalletCode } from '@/lib/site/browser/load-wallet-code'
import { Button } from '@/lib/site/ui/button'

/**
 * Opens RainbowKit's dialogs about the wallet of this browser: its address, what it holds, the way to disconnect it, and
 * its network. Their code is loaded when one is pressed.
 */
export function WalletDialogs({ id, coins, isShort = false }: { id: string; coins: Coin[]; isShort?: boolean }) {
  const t = useTranslations('ui.identity')
  const { mutate, data, isPending, isError } = useMutation({
    mutationFn: async (kind: 'account' | 'chain', { client }) => {
      const { openWalletDialog } = await loadWalletCode(() => import('@/lib/site/browser/evm/evm-wallets'))
      return openWalletDialog(kind, { id, coins, queries: client })
    },
  })
  return (
    <span className="grid gap-1">
      <span className="flex flex-wrap gap-2">
        <Button isBusy={isPending} onClick={() => mutate('account')}>
          {t('wallet')}
        </Button>
        {!isShort && (
          <Button isBusy={isPending} onClick={() => mutate('chain')}>
            {t('network')}
          </Button>
        )}
      </span>
      <span role="status" className="text-small text-refused empty:absolute">
        {(isError || data === false) && t('walletGone')}
      </span>
    </span>
  )
}
