'use client'

import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { lazy, type SubmitEvent, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { readContent } from '@/app/_checkout/read-content'
import {
  buildCall,
  type CallFault,
  type CallTarget,
  type CallValues,
  type ResourceCall,
  sampleValues,
} from '@/lib/base/x402/build-call'
import type { Purchase } from '@/lib/site/browser/purchase'
import { queryKeys } from '@/lib/site/browser/query-keys'
import { takesCookies } from '@/lib/site/browser/storage'
import { Button, buttonClass } from '@/lib/site/ui/button'
import { Notice } from '@/lib/site/ui/notice'
import { Folded } from '@/lib/site/ui/section'
import type { AskedCall, CallSite, PayerFacts } from './asked-outcome'
import { CallFields, fieldName } from './call-fields'
import type { ListedTerms } from './compare-terms'
import { SnippetList } from './snippet-list'
import { snippetsOfCall, type TryTexts } from './snippets'

type CallOrder = { count: number; values: CallValues }

type TryFormProps = PayerFacts & {
  site: CallSite
  listed: ListedTerms[]
  /** The button that opens the form, with the listed price. */
  label: string
  /** The highest listed price, as `$0.01`, for code; absent where it is unknown in dollars. */
  maxDollars: string | undefined
  isMethodGuessed: boolean
}

const PAUSE_MS = 400

/** With the checkout: most of the page's script, and needed only once the resource has answered. */
const AskedOutcome = lazy(async () => ({ default: (await import('./asked-outcome')).AskedOutcome }))

/**
 * A form for the declared values, the resource's answer to them, the payment, and the same call as code. The resource is
 * asked once the form is opened, with the seller's samples where they are enough.
 */
export function TryForm({ site, listed, label, maxDollars, isMethodGuessed, ...payer }: TryFormProps) {
  const t = useTranslations('bazaarTry')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [order, setOrder] = useState<CallOrder | null>(null)
  const [isOutdated, setOutdated] = useState(false)
  const built = order && buildCall(site, order.values)
  const invalid = built?.ok === false ? { ...built, message: faultInWords(t, built.fault) } : null
  // Each call has a name of its own: an answer to values that the form no longer has comes too late to be paid for.
  const { data, isFetching, error } = useQuery({
    queryKey: queryKeys.asked(id, order?.count ?? 0),
    queryFn: order && built?.ok ? () => askFor(site, order, built.call) : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })
  const asked = invalid || error ? null : data
  const hasTerms = asked?.content === null && asked.asked.terms !== null
  const isAgain = asked != null && !hasTerms && !isOutdated
  const isAsking = isFetching && !isOutdated
  const ask = () => {
    clearTimeout(timer.current)
    if (!form.current) return
    const values = readValues(site, form.current)
    setOutdated(false)
    setOrder((before) => ({ count: (before?.count ?? 0) + 1, values }))
  }
  // Terms of other values than the form's are never paid: they are set aside at once, and asked for again.
  const onChange = () => {
    clearTimeout(timer.current)
    if (!order) return
    setOutdated(true)
    timer.current = setTimeout(ask, PAUSE_MS)
  }
  // A pressed button leaves with what it asked for, and the focus with it.
  useEffect(() => {
    if ((data || error) && document.activeElement === document.body) outcome.current?.focus({ preventScroll: true })
  }, [data, error])
  const onToggle = () => {
    const isOpen = form.current?.checkVisibility() ?? false
    if (isOpen && !order && buildCall(site, sampleValues(site.declared)).ok) ask()
  }
  // It may be opened before its scripts arrive.
  const onStart = useEffectEvent(onToggle)
  useEffect(() => onStart(), [])
  const hasField = ({ parameter }: { parameter: string }) =>
    parameter === 'body' || site.declared.parameters.some(({ name }) => name === parameter)
  const problem = invalid ? !hasField(invalid) && invalid.message : error && (messageOf(error) ?? t('unreachable'))
  const about = t('about', { isOwn: String(site.isOwn), isGuessed: String(isMethodGuessed) }).trim()
  return (
    <>
      <section aria-label={t('title')} className="min-w-0">
        <details className="group" onToggle={onToggle}>
          <summary className="list-none [&::-webkit-details-marker]:hidden">
            <h2>
              <span className={buttonClass('primary', 'w-full sm:w-auto sm:min-w-64 group-open:hidden')}>{label}</span>
              <span className="hidden min-h-11 cursor-pointer items-center text-title font-strong group-open:flex">
                {t('title')}
              </span>
            </h2>
          </summary>
          <div className="grid gap-4">
            {about !== '' && <p className="text-small text-quiet">{about}</p>}
            <form
              ref={form}
              onSubmit={(event: SubmitEvent) => {
                event.preventDefault()
                ask()
              }}
              onChange={onChange}
              className="grid gap-4"
            >
              <CallFields declared={site.declared} fault={invalid} />
              {/* What is shown to be paid for has buttons of its own. */}
              <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
                {(!hasTerms || isOutdated || isAsking) && (
                  <Button type="submit" variant={isAgain ? 'plain' : 'primary'} isBusy={isAsking}>
                    {t(isAgain ? 'callAgain' : 'ask')}
                  </Button>
                )}
                <p role="status" className="text-small text-quiet">
                  {isAsking && t('asking')}
                </p>
              </div>
              <noscript>
                <p>{t('noScripts')}</p>
              </noscript>
            </form>
            <div ref={outcome} tabIndex={-1} className="grid gap-4 outline-none empty:hidden">
              {problem && (
                <Notice tone="refused" title={t('lostTitle')} announce="assertive">
                  <p>{t('lost', { problem })}</p>
                </Notice>
              )}
              {asked && (
                <div inert={isAsking || isOutdated} className="grid gap-4 inert:opacity-50">
                  <Suspense>
                    <AskedOutcome {...{ asked, site, listed }} onAskAgain={ask} {...payer} />
                  </Suspense>
                </div>
              )}
            </div>
          </div>
        </details>
      </section>
      {site.toolName === null && (
        <section aria-label={t('code')} className="border-t border-rule">
          <Folded title={t('code')}>
            <SnippetList
              snippets={snippetsOfCall(t, built?.ok ? built.call : sampleCall(site), { options: listed, maxDollars })}
              open={2}
            />
          </Folded>
        </section>
      )}
    </>
  )
}

async function askFor(site: CallSite, { count, values }: CallOrder, call: ResourceCall): Promise<AskedCall> {
  const purchase = await purchaseOf(site, call, values)
  const { askTerms: ask } = await import('@/lib/site/browser/ask-terms')
  const asked = await ask(purchase)
  const { response } = asked
  const body = await response.clone().text()
  const content = response.ok ? await readContent(response.clone(), purchase.url, site.isOwn && takesCookies()) : null
  return { call, purchase, asked, body, content, count }
}

function readValues({ declared }: CallTarget, form: HTMLFormElement): CallValues {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '') // The form has no files.
  const of = (wanted: string) =>
    Object.fromEntries(
      declared.parameters
        .filter(({ place }) => place === wanted)
        .map(({ place, name }) => [name, text(fieldName(place, name))]),
    )
  const body = declared.body && text('body').trim() !== '' ? text('body') : null
  return { path: of('path'), query: of('query'), header: of('header'), body }
}

/** An own resource is called at its own address, so that the reader's session counts; another through the relay. */
async function purchaseOf(
  { key, isOwn, toolName }: CallSite,
  call: ResourceCall,
  values: CallValues,
): Promise<Purchase> {
  const { pathname, search } = new URL(call.url)
  const common = { method: call.method, headers: call.headers, ...(call.body !== null && { body: call.body }) }
  if (toolName !== null) {
    const { toolFetch } = await import('@/lib/site/browser/tool-fetch')
    return { url: `${pathname}?${new URLSearchParams({ tool: toolName })}`, ...common, send: toolFetch(toolName) }
  }
  if (isOwn) return { url: `${pathname}${search}`, ...common }
  const { relayFetch } = await import('@/lib/site/browser/relay-fetch')
  return { url: call.url, ...common, send: relayFetch({ key, values }) }
}

const messageOf = (error: Error): string | null => (error.name === 'RelayError' ? error.message : null)

/** The call with the seller's samples; without enough of them, the listed address. */
function sampleCall(site: CallSite): ResourceCall {
  const built = buildCall(site, sampleValues(site.declared))
  return built.ok ? built.call : { url: site.resource, method: site.method, headers: {}, body: null }
}

function faultInWords(t: TryTexts, fault: CallFault): string {
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
