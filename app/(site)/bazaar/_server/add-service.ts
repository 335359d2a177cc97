'use server'

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { callerOf } from '@/lib/base/http/caller'
import { surfaceLimits } from '@/lib/base/http/limits'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { running } from '@/lib/site/compose/running'
import { inWords } from '@/lib/site/messages/in-words'
import { entryAddress } from '../_components/addresses'
import { checkInWords, type ShownCheck } from './check-in-words'

export type AddState = {
  url: string
  method: string
  fault: string | null
  checks: ShownCheck[]
  isListable: boolean
  rejection: string | null
}

/**
 * Says what listing an address would find, or lists it if it proves itself, as the public endpoints do. Each asks another
 * operator's server, so each caller has a low limit.
 */
export async function addService(_before: AddState | null, form: FormData): Promise<AddState> {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const input = { url: text('url'), method: text('method') }
  const isListing = text('act') === 'list'
  const [t, sentences] = [await getTranslations('bazaarChecks'), await getTranslations('sentences')]
  const state = { ...input, fault: null, checks: [], isListable: false, rejection: null }
  const refused = (why: string, { isTooSoon = false } = {}): AddState =>
    isListing ? { ...state, isListable: isTooSoon, rejection: why } : { ...state, fault: why }
  if (!/^https?:$/.test(URL.parse(input.url)?.protocol ?? '')) return refused(t('wholeAddress'))
  const { relay, catalog } = running('site')
  const verdict = relay.takeTurn({
    caller: `add:${callerOf(await headers())}`,
    requestsPerSecond: surfaceLimits.discovery.asksPerSecond,
  })
  if (verdict) return refused(t('tooMany', { seconds: String(verdict.retryAfterSeconds) }), { isTooSoon: true })
  try {
    if (!isListing) {
      const { checks, isListable } = await catalog.validate(input)
      return { ...state, checks: checks.map((check) => checkInWords({ checks: t, sentences }, check)), isListable }
    }
    const outcome = await catalog.probe(input)
    if (outcome.status === 'processing') return refused(t('processing'))
    if (outcome.status === 'rejected') return refused(inWords(sentences, outcome.why))
    redirect(entryAddress(outcome.key))
  } catch (error) {
    if (!isDomainError(error)) throw error
    if (error.code === 'PROBE_TOO_SOON') return refused(t('tooSoon'), { isTooSoon: true })
    if (error.code === 'INVALID_URL')
      return refused(inWords(sentences, error.sentence ?? say('plain', { text: error.message })))
    throw error
  }
}
