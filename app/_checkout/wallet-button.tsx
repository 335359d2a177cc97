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
import { ELSEWHERE, type OfferedWallet, UNNAMED_WALLET } from '@/lib/site/browser/offered-wallets'
import { isSameWallet } from '@/lib/site/browser/remembered-wallet'
import { demoWalletId } from '@/lib/site/browser/site-setting'
import type { Translate } from '@/lib/site/messages/translate'
import { Button, TextButton } from '@/lib/site/ui/button'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { useHasDemoWallet } from '../_components/demo-wallet'
import { FailureNotice, messageOfError } from './failure-message'
import { useConnectWallet, useOfferedWallets, useOwnWallet, useRememberedWallet } from './use-wallet'

/** Something to press; it is busy without. */
export type WalletAction = { label: string; onPress: (() => void) | null }

type WalletButtonProps = {
  wallet: BrowserWallet
  /** Where the page lets wallets be, the present network first. */
  networks: string[]
  onFamily: (family: BrowserFamily) => void
  /** The wallet's act once it is here and on the present network. */
  label: string
  onPress: (wallet: ConnectedWallet, isNew: boolean) => void
  onSwitch: (wallet: ConnectedWallet) => void
  /** Comes before it, and needs no wallet. */
  first?: WalletAction | null
  /** Whose press names the act too: that wallet goes on to it once it is there. Other wallets are connected first. */
  goesOn?: 'own' | 'any'
  needsMessages?: boolean
  /** The same with the demo's wallet: the first button for a stranger, a link beside the reader's own wallet. */
  demoLabel?: string | undefined
  instead?: ReactNode
  className?: string
  children?: ReactNode
}

/**
 * The one button of a place that needs a wallet: it connects one, or does the place's next act. With more than one wallet
 * to choose from, their list takes its place.
 */
export function WalletButton(props: WalletButtonProps) {
  const { wallet, networks, first = null, demoLabel, needsMessages = false, className, children } = props
  const t = useTranslations('wallet')
  const ways = useWays(props)
  const { family, known, demo, offered, isChoosing, isLone, error, button, takeDemo, open } = ways
  if (isChoosing) {
    return <WalletList wallets={offered} networks={networks} onChoose={ways.choose} onClose={ways.close} />
  }
  const act = stateOf(t, { ...props, ...ways })
  const cannotSign = needsMessages && wallet.status === 'connected' && !wallet.canSignMessages
  const instead = cannotSign ? <p>{t('cannotSign.toSignIn', { name: wallet.name })}</p> : props.instead
  const mayChange = isLone ? known !== null : wallet.status === 'connected' && (act.onPress !== null || instead)
  const hasAnother =
    (first === null && wallet.status === 'connecting') || (mayChange && offered.length > (demo ? 0 : 1))
  const isDemoOffered = demo !== null && isLone && known?.id !== demo.id && (!known || demoLabel !== undefined)
  const isDemoFirst = isDemoOffered && demoLabel !== undefined && !known
  return (
    <>
      {error && wallet.status === 'disconnected' && (
        <FailureNotice failure={messageOfError(t, error, networks[0] ?? '')} />
      )}
      {isDemoFirst && (
        <Button variant="primary" className={className} onClick={takeDemo}>
          {demoLabel}
        </Button>
      )}
      {instead ?? (
        <Button
          ref={button}
          variant={isDemoFirst ? 'plain' : 'primary'}
          className={className}
          isBusy={act.onPress === null}
          onClick={() => act.onPress?.()}
        >
          {act.label}
        </Button>
      )}
      {children}
      {hasAnother && (
        <TextButton
          onClick={() => {
            if (wallet.status === 'connecting') giveUp(family)
            open()
          }}
        >
          {t('choice.another')}
        </TextButton>
      )}
      {isDemoOffered && demoLabel !== undefined && known && <TextButton onClick={takeDemo}>{t('demo.pay')}</TextButton>}
      {isDemoOffered && demoLabel === undefined && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={takeDemo}>{t(props.goesOn === 'any' ? 'demo.signIn' : 'demo.use')}</Button>
          <span className="text-small text-quiet">{t('demo.about')}</span>
        </p>
      )}
    </>
  )
}

/** The button in each of its states, which come before one another in this order. */
function stateOf(t: Translate<'wallet'>, props: WalletButtonProps & ReturnType<typeof useWays>): WalletAction {
  const { first, wallet, networks, label, onPress, onSwitch, goesOn, known, only, start } = props
  const [present = ''] = networks
  if (first) return first
  if (wallet.status === 'connecting') return { label: t('connecting'), onPress: null }
  if (wallet.status === 'connected' && wallet.isOn(present)) return { label, onPress: () => onPress(wallet, false) }
  if (wallet.status === 'connected') {
    return { label: t('switchTo', { network: networkName(present) }), onPress: () => onSwitch(wallet) }
  }
  if (known) {
    const name = shortenMiddle(known.address, { head: 6, tail: 4 })
    if (goesOn === 'any') return { label: t('choice.signIn', { name }), onPress: start }
    return { label: t('actAs', { act: goesOn ? label : t('continue'), address: name }), onPress: start }
  }
  if (!only || only === ELSEWHERE) return { label: goesOn === 'any' ? label : t('connect'), onPress: start }
  const name = nameOf(t, only)
  return { label: t(goesOn === 'any' ? 'choice.signIn' : 'choice.connect', { name }), onPress: start }
}

/** The ways to a wallet of this browser, and on to the act where the press has named it. */
function useWays(props: WalletButtonProps) {
  const { wallet, networks, onFamily, onPress, goesOn, needsMessages, first = null, demoLabel } = props
  const [present = ''] = networks
  const family = browserFamilyOf(present) ?? 'evm'
  const offered = useOfferedWallets(networks)
  const [remembered, own] = [useRememberedWallet(family), useOwnWallet(family)]
  const known = goesOn === 'own' ? own : remembered
  const demo = useHasDemoWallet() ? { family, id: demoWalletId(family), isKnown: true } : null
  const others = offered.filter(({ id }) => id !== demo?.id)
  const only = others.length === 1 ? others[0] : undefined
  const connecting = useConnectWallet()
  const [isChoosing, setChoosing] = useState(false)
  const isLone = first === null && wallet.status === 'disconnected'
  const { button, notePress } = useFocus(isChoosing, isLone)
  // A wallet that is chosen to sign in with may have taken the place to its own network; a price is that of its press.
  const latest = useRef({ present, onPress, goesOn })
  useEffect(() => {
    latest.current = { present, onPress, goesOn }
  })
  const close = () => {
    notePress()
    setChoosing(false)
  }
  const connect = async (order: ConnectOrder, goesOnWith: (found: ConnectedWallet) => boolean) => {
    close()
    if (order.family !== family) onFamily(order.family)
    // A failure is shown with the button.
    const found = await connecting.mutateAsync(order).catch(() => null)
    // The button has become one for another act: a press to sign in never pays, nor the other way round.
    if (latest.current.goesOn !== goesOn) return
    const next = goesOn === 'any' ? latest.current : { present, onPress }
    if (!found?.isOn(next.present) || (needsMessages && !found.canSignMessages)) return
    if (goesOnWith(found)) next.onPress(found, true)
  }
  const isKnown = ({ address }: ConnectedWallet) => known !== null && isSameWallet(known.address, address)
  const start = () => {
    const order = known?.id ? { ...known, isKnown: true } : only && { ...only, isKnown: false }
    if (order) void connect(order, (found) => goesOn === 'any' || (goesOn === 'own' && isKnown(found)))
    else setChoosing(true)
  }
  return {
    family,
    offered,
    known,
    demo,
    only,
    isChoosing,
    isLone,
    button,
    start,
    close,
    error: connecting.error,
    open: () => setChoosing(true),
    choose: (chosen: OfferedWallet) => void connect({ ...chosen, isKnown: false }, () => goesOn === 'any'),
    takeDemo: () => demo && void connect(demo, () => demoLabel !== undefined || goesOn !== undefined),
  }
}

const nameOf = (t: Translate<'wallet'>, wallet: OfferedWallet): string => {
  if (wallet === ELSEWHERE) return t('choice.elsewhere')
  return wallet.name === UNNAMED_WALLET ? t('choice.unnamed') : wallet.name
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

type WalletListProps = {
  wallets: OfferedWallet[]
  networks: string[]
  onChoose: (wallet: OfferedWallet) => void
  onClose: () => void
}

/** The wallets of this browser, of every family that the page takes, in the place of the button. It takes the focus. */
function WalletList({ wallets, networks, onChoose, onClose }: WalletListProps) {
  const [t, tWallet] = [useTranslations('wallet.choice'), useTranslations('wallet')]
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    const first = list.current?.querySelector('li button, li a')
    if (first instanceof HTMLElement) first.focus()
  }, [])
  const isMixed = new Set(networks.map(browserFamilyOf)).size > 1
  const networkOf = (wallet: OfferedWallet) =>
    isMixed && wallet !== ELSEWHERE && !isDemo(wallet)
      ? networkName(networks.find((each) => browserFamilyOf(each) === wallet.family) ?? '')
      : ''
  const before = [useRememberedWallet('evm'), useRememberedWallet('svm')]
  const isLast = ({ family, id: own }: OfferedWallet) =>
    before.some((each) => each?.family === family && each.id === own)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  }
  return (
    <div ref={list} role="group" aria-labelledby={id} onKeyDown={onKeyDown} className="grid gap-2">
      <p id={id} className="font-strong">
        {t('title')}
      </p>
      <ul className="divide-y divide-rule border-y border-rule empty:hidden">
        {wallets.map((wallet, index) => {
          const name = nameOf(tWallet, wallet)
          const facts = [isLast(wallet) && t('last'), networkOf(wallet)].filter(Boolean).join(' · ')
          return (
            <li key={`${wallet.family} ${wallet.id}`} className="relative flex items-center gap-2 p-2 hover:bg-shade">
              <button
                type="button"
                aria-label={wallet === ELSEWHERE ? name : t('connect', { name })}
                aria-describedby={facts === '' ? undefined : `${id}-${index}`}
                onClick={() => onChoose(wallet)}
                className="flex min-h-8 min-w-0 flex-1 cursor-pointer items-center gap-3 text-start after:absolute after:inset-0"
              >
                {wallet.icon ? (
                  // oxlint-disable-next-line nextjs/no-img-element -- A data URL that the wallet brings along.
                  <img src={wallet.icon} alt="" className="size-6 shrink-0" />
                ) : (
                  <svg
                    viewBox="0 0 24 24"
                    aria-hidden="true"
                    className="size-6 shrink-0 fill-none stroke-quiet stroke-2"
                  >
                    <path d={wallet === ELSEWHERE ? 'M7 2.5h10v19H7zM10.5 18h3' : 'M3 6h18v13H3zM15 12.5h6'} />
                  </svg>
                )}
                <span className="min-w-0 font-strong wrap-anywhere">{name}</span>
              </button>
              <span id={`${id}-${index}`} className="shrink-0 text-small text-quiet">
                {facts}
              </span>
            </li>
          )
        })}
      </ul>
      <Makers networks={networks} isOpen={wallets.every(isDemo)} />
      <TextButton onClick={onClose}>{t('back')}</TextButton>
    </div>
  )
}

/** It pays on any network of the page, so that there it is one wallet. */
const isDemo = ({ family, id }: OfferedWallet): boolean => id === demoWalletId(family)

const browse = (start: string) => (page: string) =>
  `${start}${encodeURIComponent(page)}?ref=${encodeURIComponent(new URL(page).origin)}`

/** Where people get a wallet, and the address of a page within its app on a phone. */
const makers = [
  ['MetaMask', 'evm', 'https://metamask.io/download', (page: string) => page.replace(/^https?:\/\//, METAMASK)],
  [
    'Coinbase Wallet',
    'evm',
    'https://www.coinbase.com/wallet/downloads',
    (page: string) => COINBASE + encodeURIComponent(page),
  ],
  ['Rabby', 'evm', 'https://rabby.io', null],
  ['Phantom', 'svm', 'https://phantom.com/download', browse('https://phantom.app/ul/browse/')],
  ['Solflare', 'svm', 'https://www.solflare.com/download', browse('https://solflare.com/ul/v1/browse/')],
] as const
const METAMASK = 'https://metamask.app.link/dapp/'
const COINBASE = 'https://go.cb-w.com/dapp?cb_url='

/** Wallets to install, or on a phone to open this page in. */
function Makers({ networks, isOpen }: { networks: string[]; isOpen: boolean }) {
  const t = useTranslations('wallet.none')
  const families = networks.map(browserFamilyOf)
  const isPhone = /Android|iPhone|iPad/.test(navigator.userAgent)
  const offered = makers.filter(([, family, , open]) => families.includes(family) && (!isPhone || open))
  return (
    <details open={isOpen}>
      <summary className="min-h-11 cursor-pointer py-2.5 text-small text-quiet">
        {t(isPhone ? 'open' : 'title')}
      </summary>
      <ul className="grid grid-cols-2 gap-2">
        {offered.map(([name, , install, open]) => (
          <li key={name}>
            <a
              href={isPhone && open ? open(window.location.href) : install}
              rel="noopener noreferrer"
              className="flex min-h-11 items-center border border-rule px-3 py-2 text-small text-ink no-underline hover:border-ink"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
