'use client'

import { type QueryState, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useConnectWallet, useRememberedWallet, useWallet } from '@/app/_checkout/use-wallet'
import { WalletButton } from '@/app/_checkout/wallet-button'
import { Form } from '@/app/(site)/_components/form'
import { changeRefund, promiseRefund, recordSent } from '@/app/(site)/dashboard/_server/forms'
import { walletErrorOf } from '@/lib/site/browser/border/wallet-error'
import type { ConnectedWallet, WalletTransfer } from '@/lib/site/browser/browser-wallet'
import { queryKeys } from '@/lib/site/browser/query-keys'
import { Button } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-button'
import { CheckboxField, TextField } from '@/lib/site/ui/fields'

type Desk = {
  /** The refund whose seller has just pressed to send it: its wallet is asked without another press. */
  pressedFor: string | null
  setPressedFor: (refundId: string | null) => void
}

const DeskContext = createContext<Desk>({ pressedFor: null, setPressedFor: () => {} })

export function RefundDesk({ children }: { children: ReactNode }) {
  const [pressedFor, setPressedFor] = useState<string | null>(null)
  return <DeskContext value={{ pressedFor, setPressedFor }}>{children}</DeskContext>
}

type RefundFormProps = {
  paymentId: string
  /** The amount that can still be refunded, in whole units. */
  left: string
  symbol: string
  isSentHere: boolean
}

/** Opens in place: how much. The second press asks the wallet to send it, where one of this browser can. */
export function RefundForm({ paymentId, left, symbol, isSentHere }: RefundFormProps) {
  const t = useTranslations('sellerForms.refund')
  const { setPressedFor } = use(DeskContext)
  return (
    <Form
      action={promiseRefund}
      hidden={{ paymentId }}
      ask={{ label: t('open') }}
      onAnswer={({ refundId }) => setPressedFor(refundId ?? null)}
      label={t(isSentHere ? 'sendBack' : 'prepare')}
      className="grid gap-4"
    >
      <TextField
        name="amount"
        label={t('amount', { symbol })}
        hint={t(isSentHere ? 'amountHint' : 'amountHintElsewhere', { left })}
        isFigures
        required
        inputMode="decimal"
        defaultValue={left}
      />
      <CheckboxField name="keepsAccess" value="yes" label={t('keepsAccess')} />
    </Form>
  )
}

export function RefundTransaction({ refundId }: { refundId: string }) {
  const t = useTranslations('sellerForms.refund')
  return (
    <Form
      action={changeRefund}
      hidden={{ refundId }}
      ask={{ label: t('other') }}
      label={t('record')}
      variant="plain"
      also={{ name: 'does', value: 'cancel', label: t('forget'), variant: 'danger' }}
      className="grid gap-3"
    >
      <TextField
        id={`refund-transaction-${refundId}`}
        name="transaction"
        label={t('transaction')}
        hint={t('transactionHint')}
        isFigures
        maxLength={100}
      />
    </Form>
  )
}

type SendRefundProps = {
  refundId: string
  amount: string
  transfer: WalletTransfer
  /** The seller's own addresses: a refund from any other does not count. */
  senders: string[]
}

type Pressed = { kind: 'sent'; transaction: string } | { kind: 'unsent'; message: string; isDeclined?: boolean }

const LOOKS = 30
const PAUSE_MS = 2_000

export function SendRefund({ refundId, amount, transfer, senders }: SendRefundProps) {
  const tWallet = useTranslations('wallet')
  const t = useTranslations('sellerForms.refund')
  const { pressedFor, setPressedFor } = use(DeskContext)
  const hasAsked = useRef(false)
  const wallet = useWallet('evm')
  const remembered = useRememberedWallet('evm')
  const { mutateAsync: connectWallet } = useConnectWallet()
  const { network } = transfer
  const press = useMutation({
    mutationFn: async (connected: ConnectedWallet): Promise<Pressed> => {
      if (!connected.isOn(network)) {
        const stayed = { kind: 'unsent', message: t('stayed') } as const
        return connected.switchTo(network).then(
          () => ({ ...stayed, message: '' }),
          () => stayed,
        )
      }
      if (!connected.sendTokens || !senders.includes(connected.address.toLowerCase())) {
        return { kind: 'unsent', message: t('foreignWallet') }
      }
      return connected.sendTokens(transfer).then(
        (transaction) => ({ kind: 'sent', transaction }),
        (error: unknown) => wordsOf(t, error),
      )
    },
  })
  /** Goes on from the press that prepared it: with the wallet of an earlier visit, and only on the right network. */
  const goOn = useEffectEvent(async () => {
    // Where the wallet does not come, its button is there.
    const known = remembered && (() => connectWallet({ ...remembered, isKnown: true }).catch(() => null))
    const come = wallet.status === 'connected' ? wallet : await known?.()
    setPressedFor(null)
    if (come?.isOn(network)) press.mutate(come)
  })
  const isPressed = pressedFor === refundId
  useEffect(() => {
    if (!isPressed || hasAsked.current) return
    hasAsked.current = true
    void goOn()
  }, [isPressed])

  if (press.data?.kind === 'sent') return <Sent refundId={refundId} transaction={press.data.transaction} />
  const unsent = press.isPending ? undefined : press.data
  return (
    <div className="grid justify-items-start gap-3">
      <WalletButton
        wallet={wallet}
        networks={[network]}
        onFamily={() => {}}
        first={press.isPending ? { label: tWallet('confirm'), onPress: null } : null}
        label={t('send', { amount })}
        onPress={(connected) => press.mutate(connected)}
        onSwitch={press.mutate}
      />
      <p role="alert" className={unsent?.isDeclined ? undefined : 'text-refused wrap-anywhere'}>
        {unsent?.message}
      </p>
    </div>
  )
}

/** From here on it is only looked up, never sent again. */
function Sent({ refundId, transaction }: { refundId: string; transaction: string }) {
  const t = useTranslations('sellerForms.refund')
  const router = useRouter()
  const queries = useQueryClient()
  const queryKey = queryKeys.refund(refundId, transaction)
  const { data, isFetching } = useQuery({
    queryKey,
    queryFn: async () => {
      // Without an answer it is looked for again.
      const found = await recordSent(refundId, transaction).catch(() => ({ status: 'pending' }) as const)
      if (found.status === 'confirmed') router.refresh()
      return found
    },
    refetchInterval: ({ state }) => (isOpen(state) ? PAUSE_MS : false),
    refetchIntervalInBackground: true,
    staleTime: Infinity,
  })
  const isLooking = isFetching || isOpen(queries.getQueryState(queryKey))
  return (
    <div className="grid justify-items-start gap-3">
      <p role="status">
        {isLooking ? t('waiting') : data?.status === 'refused' ? data.message : t('unseen')}{' '}
        <CopyId value={transaction} name={t('sentName')} />
      </p>
      {!isLooking && <Button onClick={() => void queries.resetQueries({ queryKey })}>{t('lookAgain')}</Button>}
    </div>
  )
}

type SentRefundState = Awaited<ReturnType<typeof recordSent>>

/** Whether it may still be seen: it was not refused, and not looked for so often. */
const isOpen = (looks: Pick<QueryState<SentRefundState>, 'data' | 'dataUpdateCount'> | undefined): boolean =>
  (looks?.data?.status ?? 'pending') === 'pending' && (looks?.dataUpdateCount ?? 0) < LOOKS

type RefundTexts = ReturnType<typeof useTranslations<'sellerForms.refund'>>

function wordsOf(t: RefundTexts, error: unknown): Pressed {
  const { fault, said } = walletErrorOf(error)
  const isDeclined = fault === 'DECLINED'
  return { kind: 'unsent', isDeclined, message: isDeclined ? t('declined') : t('failed', { why: said }) }
}
