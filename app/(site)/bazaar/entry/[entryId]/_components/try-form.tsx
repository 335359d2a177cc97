'use client'

import { useTranslations } from 'next-intl'
import { type SubmitEvent, useRef } from 'react'
import { buildCall, type Call, sampleValues } from '@/lib/base/x402/build-call'
import { Button } from '@/lib/site/ui/button'
import { Notice } from '@/lib/site/ui/notice'
import { AskedOutcome, type PayerFacts } from './asked-outcome'
import { CallFields } from './call-fields'
import type { ListedTerms } from './compare-terms'
import { faultInWords } from './fault-in-words'
import { SnippetList } from './snippet-list'
import { type PayTerms, snippetsOfCall, type TryTexts } from './snippets'
import { type CallSite, type CallState, useCall } from './use-call'

type TryFormProps = PayerFacts & {
  site: CallSite
  listed: ListedTerms[]
  /** For code, until the resource has answered with its terms. */
  listedTerms: PayTerms
  /** True where its method is not declared. */
  isMethodGuessed: boolean
}

/** A form for the declared values, the resource's answer to them, the payment, and the same call as code. */
export function TryForm({ site, listed, listedTerms, isMethodGuessed, ...payer }: TryFormProps) {
  const t = useTranslations('bazaarTry')
  const { state, ask } = useCall(site)
  const { phase, call, asked } = state
  const isAsking = phase.kind === 'asking'
  const form = useRef<HTMLFormElement>(null)
  const askAgain = () => void (form.current && ask(form.current))
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isAsking) void ask(event.currentTarget)
  }
  const problem = problemOf(t, site, phase)
  return (
    <div className="grid gap-12 lg:grid-cols-2">
      <section aria-labelledby="try" className="grid max-w-measure min-w-0 content-start gap-6">
        <div className="grid gap-2">
          <h2 id="try" className="text-title font-strong">
            {t('title')}
          </h2>
          <p className="text-quiet">{t('about', { isOwn: String(site.isOwn), isGuessed: String(isMethodGuessed) })}</p>
        </div>
        <form ref={form} onSubmit={onSubmit} className="grid gap-4">
          <CallFields
            declared={site.declared}
            fault={phase.kind === 'invalid' ? { ...phase, message: faultInWords(t, phase) } : null}
          />
          <p>
            <Button type="submit" variant={asked ? 'plain' : 'primary'} isBusy={isAsking}>
              {t(asked ? 'askAgain' : 'ask')}
            </Button>
          </p>
          <noscript>
            <p>{t('noScripts')}</p>
          </noscript>
        </form>
        <p role="status" className="min-h-6 text-small text-quiet">
          {statusInWords(t, state)}
        </p>
        {problem !== null && (
          <Notice tone="refused" title={t('lostTitle')} announce="assertive">
            <p>{t('lost', { problem })}</p>
          </Notice>
        )}
        {asked && (
          <div inert={isAsking}>
            <AskedOutcome asked={asked} site={site} listed={listed} onAskAgain={askAgain} {...payer} />
          </div>
        )}
      </section>
      <section aria-labelledby="code" className="grid min-w-0 content-start gap-4">
        <h2 id="code" className="text-title font-strong">
          {t('code')}
        </h2>
        <SnippetList snippets={snippetsOfCall(t, call ?? sampleCall(site), listedTerms)} open={2} />
      </section>
    </div>
  )
}

function statusInWords(t: TryTexts, { phase, asked }: CallState): string {
  if (phase.kind === 'asking') return t('asking')
  if (!asked) return ''
  return t('answered', {
    status: String(asked.asked.response.status),
    elapsed: String(asked.asked.elapsedMs),
  })
}

/** Inputs for which the form has no field. */
function problemOf(t: TryTexts, { declared }: CallSite, phase: CallState['phase']): string | null {
  if (phase.kind === 'lost') return phase.message ?? t('unreachable')
  if (phase.kind !== 'invalid') return null
  const hasField = phase.parameter === 'body' || declared.parameters.some(({ name }) => name === phase.parameter)
  return hasField ? null : faultInWords(t, phase)
}

/** The call with the seller's samples; without enough of them, the listed address. */
function sampleCall(site: CallSite): Call {
  const built = buildCall(site, sampleValues(site.declared))
  return built.ok ? built.call : { url: site.resource, method: site.method, headers: {}, body: null }
}
