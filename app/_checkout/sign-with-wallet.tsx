'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import type { BrowserWallet, ConnectedWallet } from '@/lib/site/browser/browser-wallet'
import { Button } from '@/lib/site/ui/button'
import { Notice } from '@/lib/site/ui/notice'
import { AtWallet } from './at-wallet'
import { CannotSign } from './cannot-sign'
import { connectLabel } from './connect-label'
import { DemoWalletOffer } from './demo-wallet-offer'
import { type FailureMessage, messageOfError } from './failure-message'
import { browserFamilyOf } from './load-wallets'
import { useTakeUp } from './use-take-up'

type State = { kind: 'ready' | 'confirming' | 'opening' } | { kind: 'failed'; failure: FailureMessage }

type SigningWallet = Awaited<ReturnType<ConnectedWallet['toPayer']>>

type SignWithWalletProps = {
  /** Where the wallet may be; the first is chosen. */
  networks: string[]
  label: string
  sign: (wallet: SigningWallet) => Promise<void>
}

/** Makes a wallet sign one message of this site, on a network that its holder chooses. Nothing can be charged here. */
export function SignWithWallet({ networks, label, sign }: SignWithWalletProps) {
  const t = useTranslations('wallet')
  const [network, setNetwork] = useState(networks[0] ?? '')
  const [state, setState] = useState<State>({ kind: 'ready' })
  const name = useId()
  const family = browserFamilyOf(network)
  const takeUp = useTakeUp(networks.indexOf(network), (index) => setNetwork(networks[index] ?? network))
  const press = async (wallet: ConnectedWallet) => {
    setState({ kind: 'confirming' })
    try {
      if (!wallet.isOn(network)) {
        await wallet.switchTo(network)
        return setState({ kind: 'ready' })
      }
      await sign(await wallet.toPayer(network))
      setState({ kind: 'opening' })
    } catch (error) {
      setState({ kind: 'failed', failure: messageOfError(t, error, network) })
    }
  }
  if (!family) return <p>{t('noNetwork')}</p>
  return (
    <div className="grid justify-items-start gap-4">
      {networks.length > 1 && (
        <fieldset ref={takeUp} className="flex flex-wrap gap-x-6">
          <legend className="font-strong">{t('where')}</legend>
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
      <AtWallet family={family} networks={networks}>
        {(wallet) => <SignButton {...{ wallet, network, label, state }} onPress={press} />}
      </AtWallet>
      <p role="status" className="text-small text-quiet">
        {state.kind === 'confirming' && t('signing')}
      </p>
    </div>
  )
}

function SignButton({
  wallet,
  network,
  label,
  state,
  onPress,
}: {
  wallet: BrowserWallet
  network: string
  label: string
  state: State
  onPress: (wallet: ConnectedWallet) => Promise<void>
}) {
  const t = useTranslations('wallet')
  const busy = { confirming: t('confirm'), opening: t('opening'), ready: null, failed: null }[state.kind]
  const isBusy = busy !== null || wallet.status === 'connecting'
  const words = () => {
    if (busy !== null) return busy
    if (wallet.status === 'connecting') return t('connecting')
    if (wallet.status === 'disconnected') return connectLabel(t, wallet)
    if (!wallet.isOn(network)) return t('switchTo', { network: networkName(network) })
    return label
  }
  if (wallet.status === 'connected' && !wallet.canSignMessages) return <CannotSign wallet={wallet} isSignIn />
  const press = () =>
    wallet.status === 'connected' ? void onPress(wallet) : wallet.status === 'disconnected' && wallet.connect?.()
  return (
    <>
      <Button variant="primary" isBusy={isBusy} onClick={press}>
        {words()}
      </Button>
      <DemoWalletOffer wallet={wallet} />
    </>
  )
}
