'use client'

import { useTranslations } from 'next-intl'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import {
  type BrowserFamily,
  type BrowserWallet,
  browserFamilyOf,
  type ConnectedWallet,
} from '@/lib/site/browser/browser-wallet'
import { type ConnectOrder, giveUp } from '@/lib/site/browser/connect-wallet'
import { ELSEWHERE, type OfferedWallet, UNNAMED_WALLET } from '@/lib/site/browser/offered-wallets'
import { isSameWallet, type RememberedWallet } from '@/lib/site/browser/remembered-wallet'
import { demoWalletId } from '@/lib/site/browser/site-setting'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { useHasDemoWallet } from '../_components/demo-wallet'
import { FailureNotice, messageOfError } from './failure-message'
import { useConnectWallet, useOfferedWallets, useOwnWallet, useRememberedWallet } from './use-wallet'

/** The button's next act; it is busy while there is nothing to press. */
export type WalletAction = { label: string; onPress: (() => void) | null }

type WalletButtonProps = {
  wallet: BrowserWallet
  /** Where the page lets wallets be, the present network first. */
  networks: string[]
  onFamily: (family: BrowserFamily) => void
  /** The next step of a page that has its wallet, or needs none; null where a wallet has to come first. */
  act: WalletAction | null
  instead?: ReactNode
  /** A payment at one press: the reader's own wallet goes on to it once it is there. */
  payment?: { label: string; onConnected: (wallet: ConnectedWallet) => void } | undefined
  /** The same with the demo's wallet: the first button for a stranger, a link beside the reader's own wallet. */
  demo?: { label: string; onConnected: (wallet: ConnectedWallet) => void } | undefined
  className?: string
  children?: ReactNode
}

/**
 * The one button of a place that needs a wallet: it connects one, or does the place's next act. With more than one wallet
 * to choose from, their list takes its place.
 */
export function WalletButton(props: WalletButtonProps) {
  const { wallet, networks, onFamily, act, instead, payment, demo, className, children } = props
  const t = useTranslations('wallet')
  const family = browserFamilyOf(networks[0] ?? '') ?? 'evm'
  const offered = useOfferedWallets(networks)
  const [remembered, own] = [useRememberedWallet(family), useOwnWallet(family)]
  const known = payment ? own : remembered
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
  const start = async () => {
    const order = known?.id ? { ...known, isKnown: true } : only && { ...only, isKnown: false }
    if (!order) return setChoosing(true)
    const found = await connect(order)
    // The press named this wallet and the price.
    const isNamed = found && known && isSameWallet(known.address, found.address)
    if (isNamed) payment?.onConnected(found)
  }
  const payByDemo = () => void connect(demoOrder).then((found) => found && demo?.onConnected(found))
  const chooseAnother = () => {
    if (wallet.status === 'connecting') giveUp(family)
    setChoosing(true)
  }
  const { label, onPress } =
    act ?? connectAct(t, wallet, { known, payment, only: only === ELSEWHERE ? undefined : only?.name, start })
  const hasAnother =
    (act === null && wallet.status === 'connecting') ||
    (offered.length > 1 && (isLone ? known !== null : wallet.status === 'connected' && (onPress !== null || instead)))
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
      {demo && isLone && !known && (
        <Button variant="primary" className={className} onClick={payByDemo}>
          {demo.label}
        </Button>
      )}
      {instead ?? (
        <Button
          ref={button}
          variant={demo && isLone && !known ? 'plain' : 'primary'}
          className={className}
          isBusy={onPress === null}
          onClick={() => onPress?.()}
        >
          {label}
        </Button>
      )}
      {children}
      {hasAnother && <TextButton onClick={chooseAnother}>{t('choice.another')}</TextButton>}
      {demo && isLone && known && known.id !== demoOrder.id && (
        <TextButton onClick={payByDemo}>{t('demo.pay')}</TextButton>
      )}
      {hasDemo && isLone && !demo && known?.id !== demoOrder.id && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={() => void connect(demoOrder)}>{t('demo.use')}</Button>
          <span className="text-small text-quiet">{t('demo.about')}</span>
        </p>
      )}
    </>
  )
}

export const TextButton = (props: ComponentProps<'button'>) => (
  <button
    type="button"
    className="min-h-11 cursor-pointer justify-self-start text-small text-accent underline underline-offset-4 disabled:cursor-not-allowed disabled:text-quiet"
    {...props}
  />
)

type Ways = Pick<WalletButtonProps, 'payment'> & {
  known: RememberedWallet | null
  only: string | undefined
  start: () => Promise<void>
}

function connectAct(t: Translate<'wallet'>, { status }: BrowserWallet, ways: Ways): WalletAction {
  const { known, payment, only } = ways
  const start = () => void ways.start()
  if (status === 'connecting') return { label: t('connecting'), onPress: null }
  if (known) {
    const address = shortenMiddle(known.address, { head: 6, tail: 4 })
    return { label: t('actAs', { act: payment?.label ?? t('continue'), address }), onPress: start }
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
    const first = place.current?.querySelector('li button, li a')
    if (first instanceof HTMLElement) first.focus()
  }, [])
  const isOnlyDemo = wallets.every(({ family, id: wallet }) => wallet === demoWalletId(family))
  const isMixed = new Set(networks.map(browserFamilyOf)).size > 1
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  }
  return (
    <div ref={place} role="group" aria-labelledby={id} onKeyDown={onKeyDown} className="grid gap-2">
      <p id={id} className="font-strong">
        {t('title')}
      </p>
      <ul className="divide-y divide-rule border-y border-rule empty:hidden">
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
      {isOnlyDemo && <Makers networks={networks} />}
      <TextButton onClick={onClose}>{t('back')}</TextButton>
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
function Makers({ networks }: { networks: string[] }) {
  const t = useTranslations('wallet.none')
  const families = networks.map(browserFamilyOf)
  const isPhone = /Android|iPhone|iPad/.test(navigator.userAgent)
  const offered = makers.filter(([, family, , open]) => families.includes(family) && (!isPhone || open))
  return (
    <>
      <p className="text-small text-quiet">{t(isPhone ? 'open' : 'title')}</p>
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
    </>
  )
}
