'use client'

import { useTranslations } from 'next-intl'
import { lazy, type ReactNode, type SubmitEvent, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { buildCall, type CallFault, type ResourceCall, sampleValues } from '@/lib/base/x402/build-call'
import { Button } from '@/lib/site/ui/button'
import { Notice } from '@/lib/site/ui/notice'
import { Section } from '@/lib/site/ui/section'
import type { PayerFacts } from './asked-outcome'
import { CallFields } from './call-fields'
import type { ListedTerms } from './compare-terms'
import { SnippetList } from './snippet-list'
import { snippetsOfCall, type TryTexts } from './snippets'
import { type CallSite, type CallState, useCall } from './use-call'

type TryFormProps = PayerFacts & {
  site: CallSite
  listed: ListedTerms[]
  /** The highest listed price, as `$0.01`, for code; absent where it is unknown in dollars. */
  maxDollars: string | undefined
  isMethodGuessed: boolean
  warning: ReactNode
}
const PAUSE_MS = 400

/** With the checkout: most of the page's script, and needed only once the resource has answered. */
const AskedOutcome = lazy(async () => ({ default: (await import('./asked-outcome')).AskedOutcome }))

/**
 * A form for the declared values, the resource's answer to them, the payment, and the same call as code. The seller's
 * samples are asked for as the page opens.
 */
export function TryForm({ site, listed, maxDollars, isMethodGuessed, warning, ...payer }: TryFormProps) {
  const t = useTranslations('bazaarTry')
  const { state, ask, outdate } = useCall(site)
  const { phase, call, asked } = state
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const askNow = () => {
    if (timer.current) clearTimeout(timer.current)
    if (form.current) ask(form.current)
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    askNow()
  }
  // Terms of other values than the form's are never paid: they are set aside at once, and asked for again.
  const onChange = () => {
    if (timer.current) clearTimeout(timer.current)
    if (!asked && phase.kind === 'ready') return
    outdate()
    timer.current = setTimeout(askNow, PAUSE_MS)
  }
  const onOpen = useEffectEvent(() => {
    const isSeen = form.current?.checkVisibility() ?? false
    if (isSeen && buildCall(site, sampleValues(site.declared)).ok) askNow()
  })
  useEffect(() => {
    onOpen()
    return () => {
      if (timer.current) clearTimeout(timer.current)
    }
  }, [])
  const isTool = site.toolName !== null
  const isAsking = phase.kind === 'asking'
  const problem = problemOf(t, site, phase)
  const about = t('about', { isOwn: String(site.isOwn), isGuessed: String(isMethodGuessed) }).trim()
  return (
    <div className={isTool ? undefined : 'grid gap-12 lg:grid-cols-2'}>
      <section aria-labelledby="try" className="grid max-w-measure min-w-0 content-start gap-4">
        <h2 id="try" className="text-title font-strong">
          {t('title')}
        </h2>
        {about !== '' && <p className="text-small text-quiet">{about}</p>}
        <form ref={form} onSubmit={onSubmit} onChange={onChange} className="grid gap-4">
          <CallFields
            declared={site.declared}
            fault={phase.kind === 'invalid' ? { ...phase, message: faultInWords(t, phase) } : null}
          />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" variant={asked ? 'plain' : 'primary'} isBusy={isAsking}>
              {t(asked ? 'askAgain' : 'ask')}
            </Button>
            <p role="status" className="text-small text-quiet">
              {isAsking && t('asking')}
            </p>
          </div>
          <noscript>
            <p>{t('noScripts')}</p>
          </noscript>
        </form>
        {/* Its answer comes a moment after the page: what stands below stays where it is. */}
        <div className="grid min-h-[30rem] content-start gap-4">
          {problem !== null && (
            <Notice tone="refused" title={t('lostTitle')} announce="assertive">
              <p>{t('lost', { problem })}</p>
            </Notice>
          )}
          {asked && (
            <div inert={isAsking || phase.kind === 'outdated'} className="grid gap-4 inert:opacity-50">
              {warning}
              <Suspense>
                <AskedOutcome {...{ asked, site, listed }} onAskAgain={askNow} {...payer} />
              </Suspense>
            </div>
          )}
        </div>
      </section>
      {!isTool && (
        <Section id="code" title={t('code')} className="grid min-w-0 content-start gap-4">
          <SnippetList
            snippets={snippetsOfCall(t, call ?? sampleCall(site), { options: listed, maxDollars })}
            open={2}
          />
        </Section>
      )}
    </div>
  )
}

function problemOf(t: TryTexts, { declared }: CallSite, phase: CallState['phase']): string | null {
  if (phase.kind === 'lost') return phase.message ?? t('unreachable')
  if (phase.kind !== 'invalid') return null
  const hasField = phase.parameter === 'body' || declared.parameters.some(({ name }) => name === phase.parameter)
  return hasField ? null : faultInWords(t, phase)
}

/** The call with the seller's samples; without enough of them, the listed address. */
function sampleCall(site: CallSite): ResourceCall {
  const built = buildCall(site, sampleValues(site.declared))
  return built.ok ? built.call : { url: site.resource, method: site.method, headers: {}, body: null }
}

function faultInWords(t: TryTexts, { fault }: { fault: CallFault }): string {
  switch (fault.kind) {
    case 'tooLong':
    case 'bodyTooLarge':
      return t(`faults.${fault.kind}`, { most: String(fault.most) })
    case 'notAChoice':
      return t('faults.notAChoice', { choices: fault.choices.join(', ') })
    default:
      return t(`faults.${fault.kind}`)
  }
}
