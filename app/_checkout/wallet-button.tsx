'use client'

import { useTranslations } from 'next-intl'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import {
  type BrowserFamily,
  type BrowserWallet,
  browserFamilyOf,
  type ConnectedWallet,
} from '@/lib/site/browser/browser-wallet'
import { type ConnectOrder, giveUp } from '@/lib/site/browser/connect-wallet'
import { demoWalletId } from '@/lib/site/browser/demo-wallet-name'
import { ELSEWHERE, type OfferedWallet, UNNAMED_WALLET } from '@/lib/site/browser/offered-wallets'
import type { RememberedWallet } from '@/lib/site/browser/remembered-wallet'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { Notice } from '@/lib/site/ui/notice'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { useHasDemoWallet } from '../_site/demo-wallet'
import { FailureNotice, messageOfError } from './failure-message'
import { useConnectWallet, useOfferedWallets, useRememberedWallet } from './use-wallet'

/** The button's next act; it is busy while there is nothing to press. */
export type Act = { label: string; onPress: (() => void) | null }

type WalletButtonProps = {
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

/** Says what a wallet that signs payments but no messages cannot do, before it is asked to. */
export function CannotSign({ name, isSignIn }: { name: string; isSignIn: boolean }) {
  const t = useTranslations('wallet.cannotSign')
  return <p className={isSignIn ? undefined : 'text-small'}>{t(isSignIn ? 'toSignIn' : 'toPay', { name })}</p>
}

type WalletListProps = {
  wallets: OfferedWallet[]
  networks: string[]
  onChoose: (wallet: OfferedWallet) => void
  onClose: () => void
}

/** The wallets of this browser, of every family that the page takes, in the place of the button. It takes the focus. */
function WalletList({ wallets, networks, onChoose, onClose }: WalletListProps) {
  const t = useTranslations('wallet.choice')
  const place = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    const first = place.current?.querySelector('li button') ?? place.current
    if (first instanceof HTMLElement) first.focus()
  }, [])
  if (wallets.length === 0) return <NoWallet networks={networks} />
  const isMixed = new Set(networks.map(browserFamilyOf)).size > 1
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  }
  return (
    <div ref={place} role="group" aria-labelledby={id} onKeyDown={onKeyDown} className="grid gap-2">
      <p id={id} className="font-strong">
        {t('title')}
      </p>
      <ul className="divide-y divide-rule border-y border-rule">
        {wallets.map((wallet) => (
          <li key={`${wallet.family} ${wallet.id}`} className="relative">
            <WalletRow
              wallet={wallet}
              network={isMixed ? networks.find((each) => browserFamilyOf(each) === wallet.family) : undefined}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={onClose}
        className="min-h-11 cursor-pointer justify-self-center px-3 text-small text-accent underline underline-offset-4"
      >
        {t('back')}
      </button>
    </div>
  )
}

type WalletRowProps = { wallet: OfferedWallet; network: string | undefined; onChoose: (wallet: OfferedWallet) => void }

function WalletRow({ wallet, network, onChoose }: WalletRowProps) {
  const t = useTranslations('wallet.choice')
  const id = useId()
  const isElsewhere = wallet === ELSEWHERE
  const name = isElsewhere ? t('elsewhere') : wallet.id === 'injected' ? t('unnamed') : wallet.name
  const place = isElsewhere ? undefined : network && networkName(network)
  return (
    <>
      <button
        type="button"
        aria-label={isElsewhere ? name : t('connect', { name })}
        aria-describedby={place && id}
        onClick={() => onChoose(wallet)}
        className={`flex min-h-12 w-full cursor-pointer items-center gap-3 py-2 ps-2 text-start hover:bg-shade ${place ? 'pe-32' : 'pe-2'}`}
      >
        {wallet.icon ? (
          // oxlint-disable-next-line nextjs/no-img-element -- A data URL that the wallet brings along.
          <img src={wallet.icon} alt="" className="size-6 shrink-0" />
        ) : (
          <svg
            viewBox="0 0 24 24"
            aria-hidden="true"
            className="size-6 shrink-0 fill-none stroke-quiet"
            strokeWidth="2"
          >
            <path d={isElsewhere ? 'M7 2.5h10v19H7zM10.5 18h3' : 'M3 6h18v13H3zM15 12.5h6'} />
          </svg>
        )}
        <span className="min-w-0 font-strong wrap-anywhere">{name}</span>
      </button>
      {place && (
        <span id={id} className="pointer-events-none absolute inset-y-0 end-2 flex items-center text-small text-quiet">
          {place}
        </span>
      )}
    </>
  )
}

/** Says how to get a wallet. It takes the focus from the button that it replaces. */
function NoWallet({ networks }: { networks: string[] }) {
  const t = useTranslations('wallet.none')
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => words.current?.focus(), [])
  const [only, ...others] = new Set(networks.map(browserFamilyOf))
  const family = others.length === 0 && only ? only : 'any'
  const title = t('title', { family })
  return (
    <div ref={words} role="group" aria-label={title} tabIndex={-1} className="outline-none">
      <Notice tone="neutral" title={title}>
        <p>{t('how', { family })}</p>
        <p>
          <Button onClick={() => window.location.reload()}>{t('reload')}</Button>
        </p>
      </Notice>
    </div>
  )
}
