'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type BrowserFamily, browserFamilyOf } from '@/lib/site/browser/browser-family'
import type { BrowserWallet, DeviceCode as Code, ConnectedWallet } from '@/lib/site/browser/browser-wallet'
import { connectWallet, giveUp } from '@/lib/site/browser/connections'
import { DEMO_WALLET } from '@/lib/site/browser/demo-wallet-name'
import { UNNAMED_WALLET } from '@/lib/site/browser/offered-wallets'
import type { RememberedWallet } from '@/lib/site/browser/remembered-wallet'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { CopyButton } from '@/lib/site/ui/copy-button'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { useHasDemoWallet } from '../_site/demo-wallet'
import { type FailureMessage, messageOfError } from './failure-message'
import { FailureNotice } from './failure-notice'
import { useOfferedWallets, useRememberedWallet } from './use-wallet'
import { WalletList } from './wallet-list'

/** The button's next act; it is busy while there is nothing to press. */
export type Act = { label: string; onPress: (() => void) | null }

type WalletButtonProps = {
  /** The page's wallet of the first network's family. */
  wallet: BrowserWallet
  /** Where the page lets wallets be, the present network first. */
  networks: string[]
  /** A wallet of another family was chosen. */
  onFamily: (family: BrowserFamily) => void
  /** The next step of a page that has its wallet, or needs none; null where a wallet has to come first. */
  act: Act | null
  /** In place of the button, where the wallet cannot act. */
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
  const [isChoosing, setChoosing] = useState(false)
  const [failure, setFailure] = useState<FailureMessage | null>(null)
  const isLone = act === null && wallet.status === 'disconnected'
  const { button, notePress } = useFocus(isChoosing, isLone)

  const connect = async (name: string, at: BrowserFamily, isKnown: boolean) => {
    notePress()
    setChoosing(false)
    setFailure(null)
    if (at !== family) onFamily(at)
    const own = networks.filter((network) => browserFamilyOf(network) === at)
    try {
      return await connectWallet({ family: at, name, networks: own, isKnown })
    } catch (error) {
      setFailure(messageOfError(t, error, own[0] ?? ''))
      return null
    }
  }
  const others = offered.filter(({ name }) => !hasDemo || name !== DEMO_WALLET)
  const only = others.length === 1 ? others[0] : undefined
  const start = () => {
    if (remembered) void connect(remembered.name, family, true)
    else if (only) void connect(only.name, only.family, false)
    else setChoosing(true)
  }
  const chooseAnother = () => {
    if (wallet.status === 'connecting') giveUp(family)
    setChoosing(true)
  }
  const { label, onPress } = act ?? connectAct(t, wallet, { remembered, only: only?.name, start })
  const hasAnother =
    (act === null && wallet.status === 'connecting') ||
    (offered.length > 1 &&
      (isLone ? remembered !== null : wallet.status === 'connected' && (onPress !== null || instead)))
  if (isChoosing) {
    return (
      <WalletList
        wallets={offered}
        networks={networks}
        onChoose={({ name, family: at }) => void connect(name, at, false)}
        onClose={() => {
          notePress()
          setChoosing(false)
        }}
      />
    )
  }
  return (
    <>
      {failure && wallet.status === 'disconnected' && <FailureNotice failure={failure} />}
      {demo && isLone && (
        <Button
          variant="primary"
          className={className}
          onClick={() => void connect(DEMO_WALLET, family, true).then((found) => found && demo.onConnected(found))}
        >
          {demo.label}
        </Button>
      )}
      {wallet.status === 'connecting' && wallet.code && <DeviceCode code={wallet.code} />}
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
          <Button onClick={() => void connect(DEMO_WALLET, family, true)}>{t('demo.use')}</Button>
          <span className="text-small text-quiet">{t('demo.about')}</span>
        </p>
      )}
    </>
  )
}

type Ways = { remembered: RememberedWallet | null; only: string | undefined; start: () => void }

function connectAct(t: Translate<'wallet'>, { status }: BrowserWallet, { remembered, only, start }: Ways): Act {
  if (status === 'connecting') return { label: t('connecting'), onPress: null }
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

/** Apps that open such a link as their own. */
const apps = { MetaMask: 'metamask', Rainbow: 'rainbow', 'Trust Wallet': 'trust' }

/** The code that connects a wallet on another device; where there is no other, links into its apps. */
function DeviceCode({ code: { link, size, path } }: { code: Code }) {
  const t = useTranslations('wallet.code')
  return (
    <div role="group" aria-label={t('title')} className="grid justify-items-center gap-2">
      <p className="font-strong">{t('title')}</p>
      {/* Cameras need dark squares on white, and a white border, in every theme. */}
      <svg
        viewBox={`-4 -4 ${size + 8} ${size + 8}`}
        className="w-full max-w-72"
        shapeRendering="crispEdges"
        aria-hidden
      >
        <rect x={-4} y={-4} width={size + 8} height={size + 8} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <ul className="hidden flex-wrap justify-center gap-x-4 pointer-coarse:flex">
        {Object.entries(apps).map(([name, scheme]) => (
          <li key={name}>
            <a
              href={`${scheme}://wc?uri=${encodeURIComponent(link)}`}
              className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
            >
              {t('openIn', { name })}
            </a>
          </li>
        ))}
      </ul>
      <CopyButton value={link} name={t('name')} idle={t('copy')} />
    </div>
  )
}
