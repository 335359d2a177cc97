'use client'

import type { WalletChoice } from '@/lib/browser/browser-wallet'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'

/** The wallets that have announced themselves in this browser. */
export function WalletChoices({ choices }: { choices: WalletChoice[] }) {
  if (choices.length === 0) {
    return (
      <Notice tone="neutral" title="No Solana wallet is in this browser">
        <p>Install one that speaks the Wallet Standard, such as Phantom or Solflare, and load this page again.</p>
      </Notice>
    )
  }
  return (
    <div className="grid gap-2">
      <p>Choose your wallet.</p>
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ name, icon, connect }) => (
          <li key={name}>
            <Button onClick={connect}>
              {/* eslint-disable-next-line @next/next/no-img-element -- A data URL that the wallet brings along. */}
              {icon.startsWith('data:image/') && <img src={icon} alt="" className="size-5" />}
              Connect {name}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
