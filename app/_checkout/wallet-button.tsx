'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type BrowserFamily, browserFamilyOf } from '@/lib/site/browser/browser-family'
import type { BrowserWallet, ConnectedWallet } from '@/lib/site/browser/browser-wallet'
import { type ConnectOrder, giveUp } from '@/lib/site/browser/connect-wallet'
import { demoWalletId } from '@/lib/site/browser/demo-wallet-name'
import { ELSEWHERE, UNNAMED_WALLET } from '@/lib/site/browser/offered-wallets'
import type { RememberedWallet } from '@/lib/site/browser/remembered-wallet'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { useHasDemoWallet } from '../_site/demo-wallet'
import { messageOfError } from './failure-message'
import { FailureNotice } from './failure-notice'
import { useConnectWallet, useOfferedWallets, useRememberedWallet } from './use-wallet'
import { WalletList } from './wallet-list'

/** The button's next act; it is busy while there is nothing to press. */
export type Act = { label: string; onPress: (() => void) | null }

type WalletButtonProps = {
  /** The page's wallet of the first network's family. */
  wallet: BrowserWallet
  /** Where the page lets wallets be, the present network first. */
  networks: string[]
  onFamily: (family: BrowserFamily) => void
  /** The next step of a page that has its wallet, or needs none; null where a wallet has to come first. */
  act: Act | null
  instead?: ReactNode
  /** The demo's wallet as the first button: what a press means, once the wallet is there. */
  demo?: { label: string; onConnected: (wallet: ConnectedWallet) => void } | undefined
  className?: string
  children?: ReactNode
}

/**
 * The one button of a place that needs a wallet: it connects one, or does the place's next act. With more than one wallet
 * to choose from, their list takes its place.
 */
export function WalletButton(props: WalletButtonProps) {
  const { wallet, networks, onFamily, act, instead, demo, className, children } = props
  const t = useTranslations('wallet')
  const family = browserFamilyOf(networks[0] ?? '') ?? 'evm'
  const offered = useOfferedWallets(networks)
  const remembered = useRememberedWallet(family)
  const hasDemo = useHasDemoWallet()
  const connecting = useConnectWallet()
  const [isChoosing, setChoosing] = useState(false)
  const isLone = act === null && wallet.status === 'disconnected'
  const { button, notePress } = useFocus(isChoosing, isLone)

  const connect = async (order: ConnectOrder) => {
    notePress()
    setChoosing(false)
    if (order.family !== family) onFamily(order.family)
    // A failure is shown below.
    return connecting.mutateAsync(order).catch(() => null)
  }
  const demoOrder = { family, id: demoWalletId(family), isKnown: true }
  const others = offered.filter((each) => !hasDemo || each.id !== demoWalletId(each.family))
  const only = others.length === 1 ? others[0] : undefined
  const start = () => {
    if (remembered) void connect({ ...remembered, isKnown: true })
    else if (only) void connect({ ...only, isKnown: false })
    else setChoosing(true)
  }
  const chooseAnother = () => {
    if (wallet.status === 'connecting') giveUp(family)
    setChoosing(true)
  }
  const { label, onPress } =
    act ?? connectAct(t, wallet, { remembered, only: only === ELSEWHERE ? undefined : only?.name, start })
  const hasAnother =
    (act === null && wallet.status === 'connecting') ||
    (offered.length > 1 &&
      (isLone ? remembered !== null : wallet.status === 'connected' && (onPress !== null || instead)))
  if (isChoosing) {
    return (
      <WalletList
        wallets={offered}
        networks={networks}
        onChoose={(chosen) => void connect({ ...chosen, isKnown: false })}
        onClose={() => {
          notePress()
          setChoosing(false)
        }}
      />
    )
  }
  return (
    <>
      {connecting.error && wallet.status === 'disconnected' && (
        <FailureNotice failure={messageOfError(t, connecting.error, networks[0] ?? '')} />
      )}
      {demo && isLone && (
        <Button
          variant="primary"
          className={className}
          onClick={() => void connect(demoOrder).then((found) => found && demo.onConnected(found))}
        >
          {demo.label}
        </Button>
      )}
      {instead ?? (
        <Button
          ref={button}
          variant={demo && isLone ? 'plain' : 'primary'}
          className={className}
          isBusy={onPress === null}
          onClick={() => onPress?.()}
        >
          {label}
        </Button>
      )}
      {children}
      {hasAnother && (
        <button
          type="button"
          onClick={chooseAnother}
          className="min-h-11 cursor-pointer px-3 text-small text-accent underline underline-offset-4"
        >
          {t('choice.another')}
        </button>
      )}
      {hasDemo && isLone && !demo && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={() => void connect(demoOrder)}>{t('demo.use')}</Button>
          <span className="text-small text-quiet">{t('demo.about')}</span>
        </p>
      )}
    </>
  )
}

type Ways = { remembered: RememberedWallet | null; only: string | undefined; start: () => void }

function connectAct(t: Translate<'wallet'>, { status }: BrowserWallet, { remembered, only, start }: Ways): Act {
  if (status === 'connecting') return { label: t('connecting'), onPress: null }
  if (remembered?.address === null) return { label: t('continueWith', { name: remembered.name }), onPress: start }
  if (remembered) {
    const address = shortenMiddle(remembered.address, { head: 6, tail: 4 })
    return { label: t('continueAs', { address }), onPress: start }
  }
  if (only === undefined) return { label: t('connect'), onPress: start }
  return { label: t('choice.connect', { name: only === UNNAMED_WALLET ? t('choice.unnamed') : only }), onPress: start }
}

/** The button, which takes the focus when the control that was pressed in its stead has gone. */
function useFocus(isChoosing: boolean, isLone: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    if (isChoosing || !isPressed.current) return
    isPressed.current = false
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    // Only when what stands here has changed.
  }, [isChoosing, isLone])
  const notePress = () => {
    isPressed.current = true
  }
  return { button, notePress }
}
