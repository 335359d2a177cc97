'use client'

import { useState } from 'react'
import type { JoiningWallet } from '@/lib/browser/link-wallet'
import { CopyId } from '@/lib/ui/copy-id'
import { SignWithWallet } from '../../../_checkout/sign-with-wallet'

/** Adds a wallet to the account: it signs first, then one that the account has already. */
export function AddWallet({ networks }: { networks: string[] }) {
  const [joining, setJoining] = useState<JoiningWallet | null>(null)
  if (joining === null) {
    return (
      <div className="grid gap-4">
        <p>Two signatures: the new wallet says that it joins, then a wallet that is here already lets it in.</p>
        <SignWithWallet
          key="join"
          networks={networks}
          label="Add this wallet"
          sign={async (wallet) => {
            const { joinAccount } = await import('@/lib/browser/link-wallet')
            const next = await joinAccount(wallet)
            if (next === null) return window.location.reload()
            setJoining(next)
          }}
        />
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <p role="status">
        <CopyId value={joining.address} name="address of the new wallet" /> has signed. Now sign with a wallet that is
        in your library already, so that nobody else can let one in.
      </p>
      <SignWithWallet
        key="let in"
        networks={networks}
        label="Let it in"
        sign={async (wallet) => {
          const { letIn } = await import('@/lib/browser/link-wallet')
          await letIn(wallet, joining)
          window.location.reload()
        }}
      />
    </div>
  )
}
