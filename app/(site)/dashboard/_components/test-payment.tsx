'use client'

import { useState } from 'react'
import type { Purchase } from '@/lib/browser/purchase'
import { CodeBlock } from '@/lib/ui/code-block'
import { Link } from '@/lib/ui/link'
import { Notice } from '@/lib/ui/notice'
import { TextAreaField } from '@/lib/ui/text-area-field'
import { TextField } from '@/lib/ui/text-field'
import type { PaymentOption } from '@/lib/x402/payment-option'
import { AtWallet } from '../../../_checkout/at-wallet'
import { CheckoutButton } from '../../../_checkout/checkout-button'
import { browserFamilyOf } from '../../../_checkout/load-wallets'
import { OptionPicker } from '../../../_checkout/option-picker'
import { type Answer, type Exchange, useTestPayment } from './use-test-payment'

type TestPaymentProps = {
  /** A request to the route, filled in with its sample. */
  sample: Purchase
  /** Ways to pay on test networks. */
  options: PaymentOption[]
  hasFaucet: boolean
}

/** Pays for the seller's own route and shows what both sides said, side by side. */
export function TestPayment({ sample, options, hasFaucet }: TestPaymentProps) {
  const [url, setUrl] = useState(sample.url)
  const [body, setBody] = useState(sample.body ?? '')
  const [chosen, setChosen] = useState(0)
  const hasBody = sample.method === 'POST' || sample.method === 'PUT' || sample.method === 'PATCH'
  const purchase: Purchase = { ...sample, url, ...(hasBody && body !== '' ? { body } : {}), isAnonymous: true }
  const { acts, exchange } = useTestPayment(purchase)
  const option = options[chosen]
  if (!option) return null
  const isBusy = acts.step.kind !== 'ready' && acts.step.kind !== 'failed'
  return (
    <div className="grid gap-8">
      <div className="grid max-w-measure gap-6">
        <TextField
          id="test-url"
          label={`${sample.method} of this site`}
          hint="Path and query as a buyer would send them."
          isFigures
          value={url}
          readOnly={isBusy}
          onChange={(event) => setUrl(event.target.value.startsWith('/') ? event.target.value : sample.url)}
        />
        {hasBody && (
          <TextAreaField
            id="test-body"
            label="Body (JSON)"
            rows={4}
            isFigures
            value={body}
            readOnly={isBusy}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
        <OptionPicker options={options} chosen={chosen} isLocked={isBusy} onChoose={setChosen} />
        {acts.step.kind === 'failed' && (
          <Notice tone="refused" title={acts.step.failure.title} announce="assertive">
            <p>{acts.step.failure.detail}</p>
          </Notice>
        )}
        <AtWallet family={browserFamilyOf(option.network) ?? 'evm'} networks={options.map(({ network }) => network)}>
          {(wallet) => <CheckoutButton {...{ wallet, option, acts, hasFaucet }} intent="pay" />}
        </AtWallet>
      </div>
      <p role="status" className={exchange.answer ? 'font-strong' : 'sr-only'}>
        {exchange.answer && 'Paid and delivered.'}
      </p>
      {exchange.answer && (
        <p>
          <Link href="/dashboard/payments" className="inline-flex min-h-11 items-center">
            See it among your payments
          </Link>
        </p>
      )}
      <ExchangePanels exchange={exchange} />
    </div>
  )
}

function ExchangePanels({ exchange: { challenge, payload, settlement, answer } }: { exchange: Exchange }) {
  if (challenge === null) return null
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Panel title="1. The 402" name="challenge" code={json(challenge)} />
      <Panel title="2. The signed payment" name="payment payload" code={payload ? json(payload) : null} />
      <Panel title="3. The settlement" name="settlement" code={settlement ? json(settlement) : null} />
      <Panel title="4. The answer" name="answer" code={answer && answerInWords(answer)} />
    </div>
  )
}

function Panel({ title, name, code }: { title: string; name: string; code: string | null }) {
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-2">
      <h2 className="font-strong">{title}</h2>
      {code === null ? (
        <p className="text-quiet">Not yet.</p>
      ) : (
        <div className="max-h-[28rem] overflow-y-auto border-b border-rule" tabIndex={0}>
          <CodeBlock code={code} name={name} />
        </div>
      )}
    </section>
  )
}

const json = (value: unknown) => JSON.stringify(value, null, 2)

const answerInWords = ({ status, type, bytes, text }: Answer) =>
  `${status} ${type}, ${bytes.toLocaleString('en')} bytes${text === null ? '' : `\n\n${text}`}`
