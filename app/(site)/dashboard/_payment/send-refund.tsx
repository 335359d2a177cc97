'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useConnectWallet, useRememberedWallet, useWallet } from '@/app/_checkout/use-wallet'
import { type Act, WalletButton } from '@/app/_checkout/wallet-button'
import { recordSent } from '@/app/(site)/dashboard/_actions/refund-actions'
import { networkName } from '@/lib/base/x402/networks'
import { walletErrorOf } from '@/lib/site/browser/border/wallet-error'
import type { BrowserWallet, ConnectedWallet, TokenTransfer } from '@/lib/site/browser/browser-wallet'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-id'
import { useRefundDesk } from './refund-desk'

type SendRefundProps = {
  refundId: string
  amount: string
  transfer: TokenTransfer
  /** The seller's own addresses: a refund from any other does not count. */
  senders: string[]
}

type State =
  | { kind: 'ready'; message: string; isDeclined?: boolean }
  | { kind: 'confirming' }
  /** Sent: from here on it is only looked up, never sent again. */
  | { kind: 'sent'; transaction: string; isLooking: boolean; message: string }

const LOOKS = 30
const PAUSE_MS = 2_000

export function SendRefund({ refundId, amount, transfer, senders }: SendRefundProps) {
  const tWallet = useTranslations('wallet')
  const t = useTranslations('sellerForms.refund')
  const router = useRouter()
  const [state, setState] = useState<State>({ kind: 'ready', message: '' })
  const { pressedFor, setPressedFor } = useRefundDesk()
  const hasAsked = useRef(false)
  const wallet = useWallet('evm')
  const remembered = useRememberedWallet('evm')
  const { mutateAsync: connectWallet } = useConnectWallet()
  const networks = [transfer.network]

  const lookFor = async (transaction: string) => {
    const sent = { kind: 'sent', transaction } as const
    setState({ ...sent, isLooking: true, message: t('waiting') })
    for (let look = 0; look < LOOKS; look += 1) {
      const found = await recordSent(refundId, transaction).catch(() => null)
      if (found?.status === 'confirmed') return router.refresh()
      if (found?.status === 'refused') return setState({ ...sent, isLooking: false, message: found.message })
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    setState({ ...sent, isLooking: false, message: t('unseen') })
  }
  const send = async (wallet: ConnectedWallet) => {
    if (!wallet.sendTokens) return
    if (!senders.includes(wallet.address.toLowerCase())) {
      return setState({ kind: 'ready', message: t('foreignWallet') })
    }
    setState({ kind: 'confirming' })
    const sent = await wallet.sendTokens(transfer).catch((error: unknown) => wordsOf(t, error))
    if (typeof sent === 'string') return lookFor(sent)
    setState({ kind: 'ready', ...sent })
  }
  /** Goes on from the press that prepared it: with the wallet of an earlier visit, and only on the right network. */
  const goOn = useEffectEvent(async () => {
    // Where the wallet does not come, its button is there.
    const known = remembered && (() => connectWallet({ ...remembered, isKnown: true }).catch(() => null))
    const come = wallet.status === 'connected' ? wallet : await known?.()
    setPressedFor(null)
    if (come?.isOn(transfer.network)) await send(come)
  })
  const isPressed = pressedFor === refundId
  useEffect(() => {
    if (!isPressed || hasAsked.current) return
    hasAsked.current = true
    void goOn()
  }, [isPressed])
  const switchTo = async (wallet: ConnectedWallet) => {
    await wallet.switchTo(transfer.network).catch(() => {
      setState({ kind: 'ready', message: t('stayed') })
    })
  }

  if (state.kind === 'sent') {
    return (
      <div className="grid justify-items-start gap-3">
        <p role="status">
          {state.message} <CopyId value={state.transaction} name={t('sentName')} />
        </p>
        {!state.isLooking && <Button onClick={() => void lookFor(state.transaction)}>{t('lookAgain')}</Button>}
      </div>
    )
  }
  return (
    <div className="grid justify-items-start gap-3">
      <WalletButton
        {...{ wallet, networks }}
        onFamily={() => {}}
        act={nextAct(
          { t, tWallet },
          { wallet, amount, network: transfer.network, isBusy: state.kind === 'confirming', send, switchTo },
        )}
      />
      <p role="alert" className={state.kind === 'ready' && state.isDeclined ? undefined : 'text-refused'}>
        {state.kind === 'ready' && state.message}
      </p>
    </div>
  )
}

type Words = ReturnType<typeof useTranslations<'sellerForms.refund'>>

type Sending = {
  wallet: BrowserWallet
  amount: string
  network: string
  isBusy: boolean
  send: (wallet: ConnectedWallet) => Promise<void>
  switchTo: (wallet: ConnectedWallet) => Promise<void>
}

function nextAct(
  { t, tWallet }: { t: Words; tWallet: Translate<'wallet'> },
  { wallet, amount, network, isBusy, send, switchTo }: Sending,
): Act | null {
  if (isBusy) return { label: tWallet('confirm'), onPress: null }
  if (wallet.status !== 'connected') return null
  if (wallet.isOn(network)) return { label: t('send', { amount }), onPress: () => void send(wallet) }
  const label = tWallet('switchTo', { network: networkName(network) })
  return { label, onPress: () => void switchTo(wallet) }
}

function wordsOf(t: Words, error: unknown): { message: string; isDeclined: boolean } {
  const { fault, said } = walletErrorOf(error)
  const isDeclined = fault === 'DECLINED'
  return { isDeclined, message: isDeclined ? t('declined') : t('failed', { why: said }) }
}
