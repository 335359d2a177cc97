'use client'

import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { CheckoutButton } from '@/app/_checkout/checkout-button'
import { FailureNotice } from '@/app/_checkout/failure-message'
import { OptionPicker } from '@/app/_checkout/option-picker'
import { isBusy } from '@/app/_checkout/use-checkout'
import { useWallet } from '@/app/_checkout/use-wallet'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { browserFamilyOf } from '@/lib/site/browser/browser-wallet'
import type { Purchase } from '@/lib/site/browser/purchase'
import type { Translate } from '@/lib/site/messages/translate'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Link } from '@/lib/site/ui/link'
import { TextAreaField } from '@/lib/site/ui/text-area-field'
import { TextField } from '@/lib/site/ui/text-field'
import { type Answer, type Exchange, useTestPayment } from './use-test-payment'

type TestPaymentProps = {
  sample: Purchase
  options: PaymentOption[]
  hasFaucet: boolean
}

export function TestPayment({ sample, options, hasFaucet }: TestPaymentProps) {
  const t = useTranslations('testPayment')
  const [url, setUrl] = useState(sample.url)
  const [body, setBody] = useState(sample.body ?? '')
  const [chosen, setChosen] = useState(0)
  const hasBody = sample.method === 'POST' || sample.method === 'PUT' || sample.method === 'PATCH'
  const purchase: Purchase = useMemo(
    () => ({ ...sample, url, ...(hasBody && body !== '' ? { body } : {}), isAnonymous: true }),
    [sample, url, body, hasBody],
  )
  const { acts, exchange } = useTestPayment(purchase, options)
  const option = options[chosen]
  const wallet = useWallet(browserFamilyOf(option?.network ?? '') ?? 'evm')
  if (!option) return null
  const isLocked = isBusy(acts.step)
  return (
    <div className="grid gap-8">
      <div className="grid max-w-measure gap-6">
        <TextField
          id="test-url"
          label={t('address', { method: sample.method })}
          hint={t('addressHint')}
          isFigures
          value={url}
          readOnly={isLocked}
          onChange={(event) => setUrl(event.target.value.startsWith('/') ? event.target.value : sample.url)}
        />
        {hasBody && (
          <TextAreaField
            id="test-body"
            label={t('body')}
            rows={4}
            isFigures
            value={body}
            readOnly={isLocked}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
        <OptionPicker options={options} chosen={chosen} isLocked={isLocked} onChoose={setChosen} />
        {acts.step.kind === 'failed' && <FailureNotice failure={acts.step.failure} />}
        <CheckoutButton
          {...{ wallet, option, acts, hasFaucet }}
          networks={options.map(({ network }) => network)}
          onFamily={(family) => setChosen(options.findIndex(({ network }) => browserFamilyOf(network) === family))}
          intent="pay"
        />
      </div>
      <p role="status" className={exchange.answer ? 'font-strong' : 'sr-only'}>
        {exchange.answer && t('done')}
      </p>
      {exchange.answer && (
        <p>
          <Link href="/dashboard/payments" className="inline-flex min-h-11 items-center">
            {t('seeIt')}
          </Link>
        </p>
      )}
      <ExchangePanels exchange={exchange} />
    </div>
  )
}

function ExchangePanels({ exchange: { challenge, payload, settlement, answer } }: { exchange: Exchange }) {
  const t = useTranslations('testPayment')
  if (challenge === null) return null
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Panel part="challenge" code={json(challenge)} />
      <Panel part="payload" code={payload ? json(payload) : null} />
      <Panel part="settlement" code={settlement ? json(settlement) : null} />
      <Panel part="answer" code={answer && answerInWords(t, answer)} />
    </div>
  )
}

function Panel({ part, code }: { part: keyof Exchange; code: string | null }) {
  const t = useTranslations('testPayment')
  const title = t(`titles.${part}`)
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-2">
      <h2 className="font-strong">{title}</h2>
      {code === null ? (
        <p className="text-quiet">{t('notYet')}</p>
      ) : (
        <div className="max-h-[28rem] overflow-y-auto border-b border-rule" tabIndex={0}>
          <CodeBlock code={code} name={t(`names.${part}`)} />
        </div>
      )}
    </section>
  )
}

const json = (value: unknown) => JSON.stringify(value, null, 2)

const answerInWords = (t: Translate<'testPayment'>, { status, type, bytes, text }: Answer): string =>
  `${t('size', { status: String(status), type, bytes })}${text === null ? '' : `\n\n${text}`}`
