'use client'

import { type SubmitEvent, useRef } from 'react'
import { Button } from '@/lib/ui/button'
import { Notice } from '@/lib/ui/notice'
import { buildCall, type Call, sampleValues } from '@/lib/x402/build-call'
import { AskedOutcome, type PayerFacts } from './asked-outcome'
import { CallFields } from './call-fields'
import type { ListedTerms } from './compare-terms'
import { SnippetList } from './snippet-list'
import { type PayTerms, snippetsOfCall } from './snippets'
import { type CallSite, type CallState, useCall } from './use-call'

type TryFormProps = PayerFacts & {
  site: CallSite
  listed: ListedTerms[]
  /** For code, until the resource has said what it asks for. */
  listedTerms: PayTerms
  /** True where its method is not declared. */
  isMethodGuessed: boolean
}

/** A form for the declared values, what the resource answers to them, the payment, and the same call as code. */
export function TryForm({ site, listed, listedTerms, isMethodGuessed, ...payer }: TryFormProps) {
  const { state, ask } = useCall(site)
  const { phase, call, asked } = state
  const isAsking = phase.kind === 'asking'
  const form = useRef<HTMLFormElement>(null)
  const askAgain = () => void (form.current && ask(form.current))
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isAsking) void ask(event.currentTarget)
  }
  const problem = problemOf(site, phase)
  return (
    <div className="grid gap-12 lg:grid-cols-2">
      <section aria-labelledby="try" className="grid max-w-measure min-w-0 content-start gap-6">
        <div className="grid gap-2">
          <h2 id="try" className="text-title font-strong">
            Try it
          </h2>
          <p className="text-quiet">
            Asking for the price costs nothing. {!site.isOwn && 'Your request goes through this site to the service. '}
            {isMethodGuessed && 'Its method is not declared; GET is tried.'}
          </p>
        </div>
        <form ref={form} onSubmit={onSubmit} className="grid gap-4">
          <CallFields declared={site.declared} fault={phase.kind === 'invalid' ? phase : null} />
          <p>
            <Button type="submit" variant={asked ? 'plain' : 'primary'} isBusy={isAsking}>
              {asked ? 'Ask again' : 'Ask for its price'}
            </Button>
          </p>
          <noscript>
            <p>This form needs scripts. The commands below do not.</p>
          </noscript>
        </form>
        <p role="status" className="min-h-6 text-small text-quiet">
          {statusInWords(state)}
        </p>
        {problem !== null && (
          <Notice tone="refused" title="There is no answer" announce="assertive">
            <p>{problem} Nothing was paid.</p>
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
          The same call as code
        </h2>
        <SnippetList snippets={snippetsOfCall(call ?? sampleCall(site), listedTerms)} open={2} />
      </section>
    </div>
  )
}

function statusInWords({ phase, asked }: CallState): string {
  if (phase.kind === 'asking') return 'Asking'
  return asked ? `It answered ${asked.asked.response.status} in ${asked.asked.elapsedMs} ms.` : ''
}

/** Inputs for which the form has no field. */
function problemOf({ declared }: CallSite, phase: CallState['phase']): string | null {
  if (phase.kind === 'lost') return phase.message
  if (phase.kind !== 'invalid') return null
  const hasField = phase.parameter === 'body' || declared.parameters.some(({ name }) => name === phase.parameter)
  return hasField ? null : phase.message
}

/** The call with the seller's samples; without enough of them, the address as it is listed. */
function sampleCall(site: CallSite): Call {
  const built = buildCall(site, sampleValues(site.declared))
  return built.ok ? built.call : { url: site.resource, method: site.method, headers: {}, body: null }
}
