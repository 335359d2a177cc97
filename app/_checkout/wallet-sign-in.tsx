'use client'

import { useId, useState } from 'react'
import type { BrowserWallet } from '@/lib/browser/browser-wallet'
import type { SignInPurpose } from '@/lib/browser/sign-in'
import { networkName } from '@/lib/x402/networks'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { AtWallet } from './at-wallet'
import { browserFamilyOf } from './load-wallets'
import { WalletChoices } from './wallet-choices'
import { type FailureInWords, wordsOfError } from './words'

type State = { kind: 'ready' | 'confirming' | 'opening' } | { kind: 'failed'; failure: FailureInWords }

/** Signs in with a wallet, or adds one, and shows the page anew. Nothing can be charged here. */
export function WalletSignIn({ networks, purpose }: { networks: string[]; purpose: SignInPurpose }) {
  const [network, setNetwork] = useState(networks[0] ?? '')
  const [state, setState] = useState<State>({ kind: 'ready' })
  const name = useId()
  const run = async (act: () => Promise<void>) => {
    setState({ kind: 'confirming' })
    await act().catch((error: unknown) => setState({ kind: 'failed', failure: wordsOfError(error, network) }))
  }
  const press = (wallet: Extract<BrowserWallet, { status: 'connected' }>) =>
    run(async () => {
      if (!wallet.isOn(network)) {
        await wallet.switchTo(network)
        return setState({ kind: 'ready' })
      }
      const { signInWith } = await import('@/lib/browser/sign-in')
      await signInWith(await wallet.toPayer(network), purpose)
      setState({ kind: 'opening' })
      window.location.reload()
    })
  return (
    <div className="grid justify-items-start gap-4">
      {networks.length > 1 && (
        <fieldset className="flex flex-wrap gap-x-6">
          <legend className="font-strong">Where your wallet is</legend>
          {networks.map((each) => (
            <label key={each} className="flex min-h-11 cursor-pointer items-center gap-2">
              <input
                type="radio"
                name={name}
                checked={each === network}
                onChange={() => setNetwork(each)}
                className="size-4 accent-accent"
              />
              {networkName(each)}
            </label>
          ))}
        </fieldset>
      )}
      {state.kind === 'failed' && (
        <Notice tone="refused" title={state.failure.title} announce="assertive">
          <p>{state.failure.detail}</p>
        </Notice>
      )}
      <AtWallet family={browserFamilyOf(network) ?? 'evm'} networks={networks}>
        {(wallet) => <SignInButton {...{ wallet, network, purpose, state }} onPress={press} />}
      </AtWallet>
      <p role="status" className="text-small text-quiet">
        {state.kind === 'confirming' && 'Your wallet shows a message to sign. Signing it costs nothing.'}
      </p>
    </div>
  )
}

function SignInButton({
  wallet,
  network,
  purpose,
  state,
  onPress,
}: {
  wallet: BrowserWallet
  network: string
  purpose: SignInPurpose
  state: State
  onPress: (wallet: Extract<BrowserWallet, { status: 'connected' }>) => void
}) {
  if (wallet.status === 'disconnected' && !wallet.connect) return <WalletChoices choices={wallet.choices} />
  const busy = { confirming: 'Confirm in your wallet', opening: 'Opening', ready: null, failed: null }[state.kind]
  const isBusy = busy !== null || wallet.status === 'connecting'
  const label = () => {
    if (busy !== null) return busy
    if (wallet.status === 'connecting') return 'Connecting'
    if (wallet.status === 'disconnected') return 'Connect wallet'
    if (!wallet.isOn(network)) return `Switch to ${networkName(network)}`
    return purpose === 'session' ? 'Sign in with wallet' : 'Add this wallet'
  }
  const press = () =>
    wallet.status === 'connected' ? onPress(wallet) : wallet.status === 'disconnected' && wallet.connect?.()
  return (
    <Button variant="primary" isBusy={isBusy} onClick={press}>
      {label()}
    </Button>
  )
}
