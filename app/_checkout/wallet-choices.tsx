'use client'

import { useEffect, useRef } from 'react'
import type { WalletChoice } from '@/lib/browser/browser-wallet'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import type { BrowserFamily } from './load-wallets'

/** The wallets of a family that have announced themselves in this browser. */
export function WalletChoices({ family, choices }: { family: BrowserFamily; choices: WalletChoice[] }) {
  if (choices.length === 0) return <NoWallet family={family} />
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

const known: Record<BrowserFamily, { kind: string; examples: string }> = {
  evm: { kind: 'Ethereum wallet', examples: 'MetaMask or Rabby' },
  svm: { kind: 'Solana wallet', examples: 'Phantom or Solflare' },
}

/** What a wallet is, and how to come by one. It takes the focus of the button that it replaces, and of nothing else. */
function NoWallet({ family }: { family: BrowserFamily }) {
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) words.current?.focus()
  }, [])
  const { kind, examples } = known[family]
  const title = `No ${kind} is in this browser`
  return (
    <div ref={words} role="group" aria-label={title} tabIndex={-1} className="max-w-measure">
      <Notice tone="neutral" title={title}>
        <p>
          A wallet is an app or a browser extension that holds your money. It asks you before it pays or signs anything,
          and this site never sees its keys.
        </p>
        <p>
          On a computer, install one such as {examples} from its maker’s own site, then load this page again. On a
          phone, open this page in the browser inside your wallet app.
        </p>
        <p>
          <Button onClick={() => window.location.reload()}>Load this page again</Button>
        </p>
      </Notice>
    </div>
  )
}
