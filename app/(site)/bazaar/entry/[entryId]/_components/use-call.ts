import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Content, readContent } from '@/app/_checkout/read-content'
import {
  buildCall,
  type CallFault,
  type CallTarget,
  type CallValues,
  type ResourceCall,
} from '@/lib/base/x402/build-call'
import type { askTerms as ask } from '@/lib/site/browser/ask-terms'
import type { Purchase } from '@/lib/site/browser/purchase'
import { queryKeys } from '@/lib/site/browser/query-keys'
import { takesCookies } from '@/lib/site/browser/storage'
import { fieldName } from './call-fields'
export type AskedCall = {
  call: ResourceCall
  purchase: Purchase
  asked: Awaited<ReturnType<typeof ask>>
  body: string
  /** Null where it has to be paid for, or cannot be had. */
  content: Content | null
  count: number
}

export type CallState = {
  phase:
    | { kind: 'ready' | 'asking' }
    | { kind: 'outdated' }
    | { kind: 'invalid'; parameter: string; fault: CallFault; message: string }
    /** `message` is the relay's; null where the connection was lost. */
    | { kind: 'lost'; message: string | null }
  call: ResourceCall | null
  asked: AskedCall | null
}

export type CallSite = CallTarget & {
  key: string
  isOwn: boolean
  /** The name of this site's tool, whose arguments are the body; null for HTTP. */
  toolName: string | null
}

type CallOrder = { count: number; call: ResourceCall; values: CallValues }

/** A form's call: its values, and the resource's answer to a request without payment. */
export function useCall(site: CallSite) {
  const form = useId()
  const [order, setOrder] = useState<CallOrder | null>(null)
  const [invalid, setInvalid] = useState<{ parameter: string; fault: CallFault; message: string } | null>(null)
  const [isOutdated, setOutdated] = useState(false)
  // Each call has a name of its own: an answer to values that the form no longer has comes too late to be paid for.
  const { data, isFetching, error } = useQuery({
    queryKey: queryKeys.asked(form, order?.count ?? 0),
    queryFn: order ? () => askFor(site, order) : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })

  const phaseOf = (): CallState['phase'] => {
    if (isOutdated) return { kind: 'outdated' }
    if (invalid) return { kind: 'invalid', ...invalid }
    if (isFetching) return { kind: 'asking' }
    return error ? { kind: 'lost', message: messageOf(error) } : { kind: 'ready' }
  }
  const ask = (element: HTMLFormElement) => {
    const values = readValues(site, element)
    const built = buildCall(site, values)
    setOutdated(false)
    setInvalid(built.ok ? null : built)
    if (built.ok) setOrder({ count: (order?.count ?? 0) + 1, call: built.call, values })
  }
  const asked = invalid || error ? null : (data ?? null)
  const state: CallState = { phase: phaseOf(), call: order?.call ?? null, asked }
  return { state, ask, outdate: () => setOutdated(true) }
}

async function askFor(site: CallSite, { count, call, values }: CallOrder): Promise<AskedCall> {
  const purchase = await purchaseOf(site, call, values)
  const { askTerms } = await import('@/lib/site/browser/ask-terms')
  const asked = await askTerms(purchase)
  const { response } = asked
  const body = await response.clone().text()
  const content = response.ok ? await readContent(response.clone(), purchase.url, site.isOwn && takesCookies()) : null
  return { call, purchase, asked, body, content, count }
}

function readValues({ declared }: CallTarget, form: HTMLFormElement): CallValues {
  const data = new FormData(form)
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
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

const messageOf = (error: unknown): string | null =>
  error instanceof Error && error.name === 'RelayError' ? error.message : null
