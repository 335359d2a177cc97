'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CUT_HEADER } from '@/lib/browser/purchase'
import { BoughtLine } from '@/lib/ui/bought-line'
import { Button } from '@/lib/ui/button'
import { CodeBlock } from '@/lib/ui/code-block'
import { CopyId } from '@/lib/ui/copy-id'
import { Link } from '@/lib/ui/link'
import { Notice } from '@/lib/ui/notice'
import { Receipt, type ReceiptLine } from '@/lib/ui/receipt'
import { formatAtomic } from '@/lib/x402/money'
import { networkName } from '@/lib/x402/networks'
import type { SettleResponse } from '@/lib/x402/wire'
import { BoughtContent } from './bought-content'
import { CallAgain } from './call-again'
import type { AnswerHead, Delivery } from './delivery'
import type { Content } from './read-content'

type DeliveredProps = {
  delivery: Delivery
  title?: string
  part?: string
  show?: (content: Content) => ReactNode
  again?: { label: string; startAgain: () => void }
  /** Shows status and headers of the answer too. */
  isTechnical?: boolean
}

/** The content, in the place of what asked for the payment, under its receipt in one line. */
export function Delivered({ delivery, title, part, show, again, isTechnical = false }: DeliveredProps) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  const { content, answer, isElsewhere, paid, signIn, isToAdd, callAgain } = delivery
  return (
    <section ref={place} tabIndex={-1} aria-label="What you bought" className="grid gap-8 outline-none">
      <BoughtLine state={paid ? 'Paid' : 'Open'} isLifting>
        {paid && <PaymentReceipt {...paid} />}
        {!isElsewhere && (
          <Link href="/library" className="inline-flex min-h-11 items-center">
            Your library
          </Link>
        )}
      </BoughtLine>
      {answer.headers.some(([name]) => name === CUT_HEADER) && (
        <Notice tone="waiting" title="Only the first megabyte is here">
          <p>The answer is larger than this page passes on. A program that calls the service itself gets all of it.</p>
        </Notice>
      )}
      {show?.(content) ?? (
        <BoughtContent
          content={content}
          {...(part !== undefined && { part })}
          {...(title !== undefined && { title })}
        />
      )}
      {again && (
        <p>
          <Button onClick={again.startAgain}>{again.label}</Button>
        </p>
      )}
      {callAgain && <CallAgain {...callAgain} />}
      {isTechnical && <AnswerDetails answer={answer} />}
      {signIn && <KeepOpen signIn={signIn} />}
      {isToAdd && (
        <p>You are signed in with another wallet. Add this one in your library, and it opens by itself here too.</p>
      )}
    </section>
  )
}

function PaymentReceipt({ option, settlement, at }: NonNullable<Delivery['paid']>) {
  const { network, coin, amountAtomic } = option
  const chargedAtomic = chargedOf(settlement) ?? amountAtomic
  const inWords = (atomic: bigint) => (
    <span className="figures">
      {coin ? `${formatAtomic(atomic, coin.decimals)} ${coin.symbol}` : `${atomic} units`}
    </span>
  )
  const lines: ReceiptLine[] = [
    { label: 'Network', value: networkName(network) },
    ...(settlement.transaction
      ? [{ label: 'Transaction', value: <CopyId value={settlement.transaction} name="transaction" /> }]
      : []),
    ...(settlement.payer
      ? [{ label: 'Paid from', value: <CopyId value={settlement.payer} name="your address" /> }]
      : []),
    { label: 'Time', value: at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }) },
    ...(option.scheme === 'upto' ? [{ label: 'You signed for at most', value: inWords(amountAtomic) }] : []),
  ]
  return (
    <section aria-label="Receipt" className="min-w-0 has-[[open]]:w-full">
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5">
          {inWords(chargedAtomic)} on {networkName(network)}, receipt
        </summary>
        <Receipt lines={lines} totals={[{ label: 'Charged', value: inWords(chargedAtomic) }]} />
      </details>
    </section>
  )
}

/** What a call was charged: out of a channel the amount is that of the deposit, if there is one. */
function chargedOf({ amount, extra }: SettleResponse): bigint | null {
  const charged = extra?.chargedAmount ?? amount
  return typeof charged === 'string' && /^\d{1,78}$/.test(charged) ? BigInt(charged) : null
}

/** The head of the answer as it came. */
function AnswerDetails({ answer: { status, headers } }: { answer: AnswerHead }) {
  const lines = headers.filter(([name]) => name !== CUT_HEADER).map(([name, value]) => `${name}: ${value}`)
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
        Status {status} and {lines.length} headers
      </summary>
      <CodeBlock code={[`HTTP ${status}`, ...lines].join('\n')} name="status and headers" />
    </details>
  )
}

function KeepOpen({ signIn }: { signIn: () => Promise<void> }) {
  const [state, setState] = useState<'offered' | 'asking' | 'done' | 'failed'>('offered')
  const ask = async () => {
    setState('asking')
    await signIn().then(
      () => setState('done'),
      () => setState('failed'),
    )
  }
  if (state === 'done') return <p role="status">You are signed in. It opens by itself in this browser.</p>
  return (
    <div className="grid justify-items-start gap-2">
      <p>Sign in with the wallet that paid, and it opens by itself in this browser. Signing in costs nothing.</p>
      <Button onClick={() => void ask()} isBusy={state === 'asking'}>
        {state === 'asking' ? 'Confirm in your wallet' : 'Sign in with wallet'}
      </Button>
      <p role="status" className="text-small">
        {state === 'failed' && 'You are not signed in. What you bought stays open here; try again when you like.'}
      </p>
    </div>
  )
}
