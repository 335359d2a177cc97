'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { AtWallet } from '@/app/_checkout/at-wallet'
import { connectLabel } from '@/app/_checkout/connect-label'
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

/** The second step: the seller's wallet sends the money, and the server looks it up on the chain. */
export function SendRefund({ refundId, amount, transfer, senders }: SendRefundProps) {
  const tWallet = useTranslations('wallet')
  const t = useTranslations('sellerForms.refund')
  const router = useRouter()
  const [state, setState] = useState<State>({ kind: 'ready', message: '' })
  const { pressedFor, setPressedFor } = useRefundDesk()
  const hasAsked = useRef(false)

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
  const goOn = (wallet: BrowserWallet) => {
    if (wallet.status === 'connected') {
      setPressedFor(null)
      if (wallet.isOn(transfer.network)) void send(wallet)
    } else if (wallet.status === 'disconnected' && !hasAsked.current) {
      hasAsked.current = true
      if (wallet.remembered && wallet.connect) wallet.connect()
      else setPressedFor(null)
    }
  }
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
      <AtWallet family="evm" networks={[transfer.network]}>
        {(wallet) => {
          const act = nextAct({ t, tWallet }, wallet, {
            amount,
            network: transfer.network,
            isBusy: state.kind === 'confirming',
          })
          const press = { send, switch: switchTo }
          return (
            <>
              {pressedFor === refundId && <GoOn {...{ wallet, goOn }} />}
              <Button
                variant="primary"
                isBusy={act.does === null}
                onClick={() => {
                  if (act.does === 'connect' && wallet.status === 'disconnected') wallet.connect?.()
                  if (wallet.status === 'connected' && (act.does === 'send' || act.does === 'switch'))
                    void press[act.does](wallet)
                }}
              >
                {act.label}
              </Button>
            </>
          )
        }}
      </AtWallet>
      <p role="alert" className={state.kind === 'ready' && state.isDeclined ? undefined : 'text-refused'}>
        {state.kind === 'ready' && state.message}
      </p>
    </div>
  )
}

type GoOnProps = { wallet: BrowserWallet; goOn: (wallet: BrowserWallet) => void }

function GoOn({ wallet, goOn }: GoOnProps) {
  const { status } = wallet
  const next = useEffectEvent(() => goOn(wallet))
  useEffect(() => {
    if (status !== 'connecting') next()
  }, [status])
  return null
}

type Act = { label: string; does: 'connect' | 'switch' | 'send' | null }

type Words = ReturnType<typeof useTranslations<'sellerForms.refund'>>

function nextAct(
  { t, tWallet }: { t: Words; tWallet: Translate<'wallet'> },
  wallet: BrowserWallet,
  on: { amount: string; network: string; isBusy: boolean },
): Act {
  if (on.isBusy) return { label: tWallet('confirm'), does: null }
  if (wallet.status === 'connecting') return { label: tWallet('connecting'), does: null }
  if (wallet.status === 'disconnected') return { label: connectLabel(tWallet, wallet), does: 'connect' }
  if (!wallet.isOn(on.network))
    return { label: tWallet('switchTo', { network: networkName(on.network) }), does: 'switch' }
  return { label: t('send', { amount: on.amount }), does: 'send' }
}

function wordsOf(t: Words, error: unknown): { message: string; isDeclined: boolean } {
  const { fault, said } = walletErrorOf(error)
  const isDeclined = fault === 'DECLINED'
  return { isDeclined, message: isDeclined ? t('declined') : t('failed', { why: said }) }
}
