import { useRef, useState } from 'react'
import { buildCall, type Call, type CallFault, type CallTarget, type CallValues } from '@/lib/base/x402/build-call'
import type { AskedTerms } from '@/lib/site/browser/ask-terms'
import type { Purchase } from '@/lib/site/browser/purchase'
import { fieldName } from './call-fields'
export type AskedCall = {
  call: Call
  purchase: Purchase
  asked: AskedTerms
  body: string
  count: number
}

export type CallState = {
  phase:
    | { kind: 'ready' | 'asking' }
    | { kind: 'outdated' }
    | { kind: 'invalid'; parameter: string; fault: CallFault; message: string }
    /** `message` is the relay's; null where the connection was lost. */
    | { kind: 'lost'; message: string | null }
  call: Call | null
  asked: AskedCall | null
}

export type CallSite = CallTarget & {
  key: string
  /** Served by this site, and so called without a relay. */
  isOwn: boolean
  /** The name of this site's tool, whose arguments are the body; null for HTTP. */
  toolName: string | null
}

/** A form's call: its values, and the resource's answer to a request without payment. */
export function useCall(site: CallSite) {
  const [state, setState] = useState<CallState>({ phase: { kind: 'ready' }, call: null, asked: null })

  // An answer to values that the form no longer has comes too late to be paid for.
  const turn = useRef(0)

  const ask = async (form: HTMLFormElement) => {
    turn.current += 1
    const mine = turn.current
    const values = readValues(site, form)
    const built = buildCall(site, values)
    if (!built.ok) return setState({ phase: { kind: 'invalid', ...built }, call: state.call, asked: null })
    const { call } = built
    setState({ phase: { kind: 'asking' }, call, asked: state.asked })
    try {
      const purchase = await purchaseOf(site, call, values)
      const { askTerms } = await import('@/lib/site/browser/ask-terms')
      const asked = await askTerms(purchase)
      const body = await asked.response.clone().text()
      if (turn.current === mine)
        setState({ phase: { kind: 'ready' }, call, asked: { call, purchase, asked, body, count: mine } })
    } catch (error) {
      if (turn.current === mine) setState({ phase: { kind: 'lost', message: messageOf(error) }, call, asked: null })
    }
  }

  const outdate = () => {
    turn.current += 1
    setState((before) => ({ ...before, phase: { kind: 'outdated' } }))
  }

  return { state, ask, outdate }
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
async function purchaseOf({ key, isOwn, toolName }: CallSite, call: Call, values: CallValues): Promise<Purchase> {
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
