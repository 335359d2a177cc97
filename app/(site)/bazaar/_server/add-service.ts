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
import { type FormState, refusedForm, textIn } from '../../dashboard/_server/form-state'
import { entryAddress } from '../_components/addresses'
import { checkInWords } from './check-in-words'

/**
 * Says what listing an address would find, or lists it if it proves itself, as the public endpoints do. Each asks another
 * operator's server, so each caller has a low limit.
 */
export async function addService(_state: FormState, form: FormData): Promise<FormState> {
  const input = { url: textIn(form, 'url').trim(), method: textIn(form, 'method').trim() }
  const isListing = textIn(form, 'act') === 'list'
  const [t, tAdd, sentences] = [
    await getTranslations('bazaarChecks'),
    await getTranslations('bazaarAdd'),
    await getTranslations('sentences'),
  ]
  const refused = (why: string, { isTooSoon = false } = {}): FormState => ({
    ...refusedForm(form, { message: why, fields: isListing ? {} : { url: why } }),
    ...(isListing && isTooSoon && { checks: [] }),
  })
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
      const missing = checks.filter(({ level, isPassed }) => level === 'required' && !isPassed).length
      return {
        ...refusedForm(form, { message: '', fields: {} }),
        done: isListable ? tAdd('listable') : tAdd('missing', { count: missing }),
        isQuiet: !isListable,
        isKept: true,
        checks: checks.map((check) => checkInWords({ checks: t, sentences }, check)),
      }
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
